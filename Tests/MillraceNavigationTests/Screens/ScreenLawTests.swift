import Millrace
import MillraceNavigation
import Testing

/// The law of screens, compared with a simple model: what is in flight belongs to the screens that are there,
/// and nothing of others arrives in them.
@MainActor
@Suite struct ScreenLawTests {
  private func page(_ dice: inout Dice) -> Page {
    dice.next(2) == 0 ? .list("\(dice.next(3))") : .photo("\(dice.next(3))")
  }

  private func wrapped(_ message: LeafMessage, for page: Page) -> PageMessage {
    switch page {
    case .list: .list(message)
    case .photo: .photo(message)
    }
  }

  private func change(_ dice: inout Dice, _ ids: [ScreenID]) -> AlbumMessage {
    let id = ids.isEmpty || dice.next(4) == 0 ? ScreenID(UInt64(dice.next(40))) : ids[dice.next(ids.count)]
    switch dice.next(9) {
    case 0, 1: return .push(page(&dice))
    case 2: return .pop
    case 3: return .popTo(id)
    case 4: return .replace(id, page(&dice))
    case 5: return .path(.dismissed(id))
    case 6: return .set((0..<dice.next(4)).map { _ in page(&dice) })
    case 7: return .renew((0..<dice.next(3)).map { _ in page(&dice) })
    default: return dice.next(4) == 0 ? .popAll : .push(page(&dice))
    }
  }

  @Test("After any walk, only what present screens have begun is in flight", arguments: 0..<40)
  func law(seed: UInt64) {
    var dice = Dice(seed: seed)
    let rig = AlbumRig(Album(path: ScreenPath([.list("0")])))
    let sender = rig.store.sender()
    /// The effects in flight, by label, with the screens that have begun them.
    var live: [String: ScreenID] = [:]
    /// Everything that a present screen may have heard.
    var own: [ScreenID: Set<String>] = [:]
    var all: [String] = []
    func follow(_ message: AlbumMessage) {
      var gone = Set(own.keys).union(live.values).subtracting(rig.path.ids)
      // Its screens are others, whatever their ids.
      if case .renew = message { gone.formUnion(rig.path.ids) }
      live = live.filter { !gone.contains($0.value) }
      own = own.filter { !gone.contains($0.key) }
    }
    for step in 0..<150 {
      let path = rig.path
      switch dice.next(4) {
      case 0 where !path.isEmpty:
        let id = path.ids[dice.next(path.count)]
        let label = "\(step)"
        guard let page = path[id] else { continue }
        rig.send(.path(.screen(id, wrapped(.begin(label, queue: 9, id: "x"), for: page))))
        live[label] = id
        own[id, default: []].insert(label)
        all.append(label)
      case 1:
        let message = change(&dice, Array(path.ids))
        rig.send(message)
        follow(message)
      case 2 where !all.isEmpty:
        // An answer, posted behind or before a change that is posted, too.
        let label = all[dice.next(all.count)]
        let message = change(&dice, Array(path.ids))
        if dice.next(2) == 0 {
          #expect(rig.work.send(label, .heard(label)) == (live[label] != nil), "seed \(seed), step \(step)")
          sender.send(message)
        } else {
          sender.send(message)
          rig.work.send(label, .heard(label))
        }
        rig.store.pump()
        follow(message)
      default:
        let copy = rig.store.withState { $0 }
        rig.store.replace(copy)
      }
      #expect(Set(rig.inFlight) == Set(live.keys), "seed \(seed), step \(step)")
      let after = rig.path
      for id in after.ids {
        for text in after[id]?.leaf.heard ?? [] {
          #expect(own[id]?.contains(text) == true, "\(text) in \(id), seed \(seed), step \(step)")
        }
      }
    }
    #expect(rig.complaints.isEmpty)
  }
}
