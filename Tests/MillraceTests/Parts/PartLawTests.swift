import Millrace
import Testing

/// The law of parts, compared with a simple model: what is in flight was begun for a part that is there, in
/// this stay of its, and nothing that was begun for another arrives in it.
@MainActor
@Suite struct PartLawTests {
  private struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
  }

  private enum Owner: Hashable {
    case album, list, map
    case detail(Int), zoom(Int)
    case row(Int), rowZoom(Int)

    func isThere(in album: PartsAlbum) -> Bool {
      switch self {
      case .album: true
      case .list: if case .list = album.tab { true } else { false }
      case .map: if case .map = album.tab { true } else { false }
      case .detail(let uid): album.detail?.uid == uid
      case .zoom(let uid): album.detail?.uid == uid && album.detail?.zoom != nil
      case .row(let id): album.pictures[id] != nil
      case .rowZoom(let id): album.pictures[id]?.zoom != nil
      }
    }

    func heard(in album: PartsAlbum) -> [String] {
      switch self {
      case .album: album.heard
      case .list: if case .list(let detail) = album.tab { detail.heard } else { [] }
      case .map: if case .map(let detail) = album.tab { detail.heard } else { [] }
      case .detail(let uid): album.detail?.uid == uid ? album.detail?.heard ?? [] : []
      case .zoom(let uid): album.detail?.uid == uid ? album.detail?.zoom?.heard ?? [] : []
      case .row(let id): album.pictures[id]?.heard ?? []
      case .rowZoom(let id): album.pictures[id]?.zoom?.heard ?? []
      }
    }

    func message(_ message: PartsDetailMessage, _ zoom: PartsZoomMessage) -> PartsMessage? {
      switch self {
      case .album: nil
      case .list: .list(message)
      case .map: .map(message)
      case .detail: .detail(message)
      case .zoom: .detail(.zoom(zoom))
      case .row(let id): .picture(id, message)
      case .rowZoom(let id): .picture(id, .zoom(zoom))
      }
    }
  }

  /// The effects in flight, by label, with their owners.
  private struct Model {
    var inFlight: [String: Owner] = [:]
    /// The labels that were begun in the present stay of each owner.
    var own: [Owner: Set<String>] = [:]
    var all: [(label: String, owner: Owner)] = []

    mutating func look(_ album: PartsAlbum, removed: Int? = nil) {
      for owner in Set(inFlight.values).union(own.keys) {
        let isRemoved = removed.map { owner == .row($0) || owner == .rowZoom($0) } ?? false
        if owner.isThere(in: album) && !isRemoved { continue }
        own[owner] = nil
        inFlight = inFlight.filter { $0.value != owner }
      }
    }
  }

  private func send(_ label: String, of owner: Owner, _ rig: PartsRig) -> Bool {
    switch owner {
    case .album: rig.albumWork.send(label, .heard(label))
    case .zoom, .rowZoom: rig.zoomWork.send(label, .heard(label))
    case .list, .map, .detail, .row: rig.work.send(label, .heard(label))
    }
  }

  private func finish(_ label: String, of owner: Owner, _ rig: PartsRig) {
    switch owner {
    case .album: rig.albumWork.finish(label)
    case .zoom, .rowZoom: rig.zoomWork.finish(label)
    case .list, .map, .detail, .row: rig.work.finish(label)
    }
    rig.store.pump()
  }

  private func randomDetail(_ dice: inout Dice) -> PartsDetail {
    PartsDetail(uid: 1 + dice.next(2), zoom: dice.next(2) == 0 ? PartsZoom() : nil)
  }

  private func randomAlbum(_ dice: inout Dice) -> PartsAlbum {
    var album = PartsAlbum()
    if dice.next(3) > 0 { album.detail = randomDetail(&dice) }
    for id in 0..<3 where dice.next(3) > 0 { album.pictures[id] = randomDetail(&dice) }
    album.tab = dice.next(2) == 0 ? .list(PartsDetail(uid: 0)) : .map(PartsDetail(uid: 0))
    return album
  }

  /// A message that changes which parts there are.
  private func change(_ dice: inout Dice) -> (message: PartsMessage, removed: Int?) {
    let id = dice.next(3)
    switch dice.next(8) {
    case 0: return (.show(nil), nil)
    case 1: return (.show(randomDetail(&dice)), nil)
    case 2: return (.remove(id), id)
    case 3: return (.readd(id), id)
    case 4: return (.detail(.isZoomed(dice.next(2) == 0)), nil)
    case 5: return (.picture(id, .isZoomed(dice.next(2) == 0)), nil)
    case 6: return (.change(.list(PartsDetail(uid: 0))), nil)
    default: return (.change(.map(PartsDetail(uid: 0))), nil)
    }
  }

  @Test("After any sequence of changes, only what present parts have begun is in flight", arguments: 0..<40)
  func law(seed: UInt64) {
    var dice = Dice(seed: seed)
    let rig = PartsRig()
    rig.store.flow.errorHandler = { _ in }
    let sender = rig.store.sender()
    var model = Model()
    rig.store.replace(randomAlbum(&dice))
    for step in 0..<120 {
      let album = rig.store.withState { $0 }
      let owners: [Owner] =
        [.album, .list, .map] + [1, 2].flatMap { [.detail($0), .zoom($0)] }
        + (0..<3).flatMap { [Owner.row($0), .rowZoom($0)] }
      let there = owners.filter { $0.isThere(in: album) }
      switch dice.next(6) {
      case 0, 1:
        let owner = there[dice.next(there.count)]
        let label = "\(step)"
        rig.store.send(owner.message(.begin(label), .begin(label)) ?? .begin(label))
        model.inFlight[label] = owner
        model.own[owner, default: []].insert(label)
        model.all.append((label, owner))
      case 2:
        let (message, removed) = change(&dice)
        rig.store.send(message)
        model.look(rig.store.withState { $0 }, removed: removed)
      case 3:
        let next = randomAlbum(&dice)
        rig.store.replace(next)
        model.look(next)
      case 4 where !model.all.isEmpty:
        // An answer, posted behind or before a change that is posted too.
        let (label, owner) = model.all[dice.next(model.all.count)]
        let (message, removed) = change(&dice)
        if dice.next(2) == 0 {
          #expect(send(label, of: owner, rig) == (model.inFlight[label] != nil), "seed \(seed), step \(step)")
          sender.send(message)
          rig.store.pump()
          model.look(rig.store.withState { $0 }, removed: removed)
        } else {
          sender.send(message)
          _ = send(label, of: owner, rig)
          rig.store.pump()
          let after = rig.store.withState { $0 }
          model.look(after, removed: removed)
          #expect(
            owner.heard(in: after).contains(label) == (model.inFlight[label] != nil)
              || owner.heard(in: album).contains(label), "seed \(seed), step \(step)")
        }
      case 5:
        if let (label, owner) = model.inFlight.sorted(by: { $0.key < $1.key }).first {
          finish(label, of: owner, rig)
          model.inFlight[label] = nil
        }
      default: break
      }
      #expect(Set(rig.inFlight) == Set(model.inFlight.keys), "seed \(seed), step \(step)")
      let after = rig.store.withState { $0 }
      for owner in owners where owner.isThere(in: after) {
        for label in owner.heard(in: after) {
          #expect(
            model.own[owner]?.contains(label) == true, "\(label) in \(owner), seed \(seed), step \(step)")
        }
      }
    }
  }
}
