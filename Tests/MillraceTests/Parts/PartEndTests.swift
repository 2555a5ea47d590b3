import Millrace
import MillraceTesting
import Testing

/// A part ends as a whole, by whatever way it leaves.
@MainActor
@Suite struct PartEndTests {
  private let first = PartsDetail(uid: 1)
  private let second = PartsDetail(uid: 2)

  private func rig(hasIdentity: Bool = true) -> PartsRig {
    let rig = PartsRig(hasIdentity: hasIdentity)
    rig.send(.show(first))
    return rig
  }

  @Test("A part's effects come back to it while it is there")
  func answers() {
    let rig = rig()
    rig.send(.detail(.begin("load")))
    #expect(rig.work.send("load", .heard("loaded")))
    rig.store.pump()
    #expect(rig.detail?.heard == ["loaded"])
    rig.work.finish("load")
    rig.store.pump()
    #expect(rig.inFlight == [])
    #expect(rig.store.flow.isIdle)
  }

  @Test("When it leaves by a message, its effects end, and those around it go on")
  func leftByMessage() {
    let rig = rig()
    rig.send(.begin("sync"), .detail(.begin("load")), .show(nil))
    #expect(rig.inFlight == ["sync"])
    #expect(!rig.work.send("load", .heard("late")))
    rig.send(.show(first))
    rig.store.pump()
    #expect(rig.detail == first)
    #expect(rig.errors.read { $0 } == [])
  }

  @Test("When another state is put in place of its own, its effects end")
  func leftByReplacing() {
    let rig = rig()
    rig.send(.detail(.begin("load")))
    rig.store.replace(PartsAlbum())
    #expect(rig.inFlight == [])
    rig.store.replace(PartsAlbum(detail: second))
    #expect(!rig.work.send("load", .heard("late")))
    rig.store.pump()
    #expect(rig.detail == second)
  }

  @Test("When another of its kind takes its place, its effects end, and the other's begin")
  func replaced() {
    let rig = rig()
    rig.send(.detail(.begin("load 1")), .show(second), .detail(.begin("load 2")))
    #expect(rig.inFlight == ["load 2"])
    #expect(!rig.work.send("load 1", .heard("late")))
    #expect(rig.work.send("load 2", .heard("right")))
    rig.store.pump()
    #expect(rig.detail?.heard == ["right"])
  }

  @Test("Without an identity, one that is replaced by another is the same")
  func samePresence() {
    let rig = rig(hasIdentity: false)
    rig.send(.detail(.begin("load")), .show(second))
    #expect(rig.inFlight == ["load"])
    rig.send(.show(nil))
    #expect(rig.inFlight == [])
  }

  @Test("A change of what is in the part ends nothing")
  func stays() {
    let rig = rig()
    rig.send(.detail(.begin("load")), .detail(.heard("a")))
    rig.store.replace(PartsAlbum(detail: PartsDetail(uid: 1, heard: ["b"])))
    #expect(rig.inFlight == ["load"])
  }

  @Test("A message of an effect that was posted before the part left is dropped")
  func posted() {
    let rig = rig()
    rig.send(.detail(.begin("load")))
    let sender = rig.store.sender()
    sender.send(.show(nil))
    sender.send(.show(first))
    #expect(rig.work.send("load", .heard("posted")))
    rig.store.pump()
    #expect(rig.detail == first)
  }

  @Test("A message that the part sends at once is dropped when it leaves before the message's turn")
  func sentAtOnce() {
    let rig = rig()
    let sender = rig.store.sender()
    sender.send(.detail(.echo("echo")))
    sender.send(.show(second))
    rig.store.pump()
    #expect(rig.detail == second)
    rig.send(.detail(.echo("echo")))
    #expect(rig.detail?.heard == ["echo"])
  }

  @Test("A message that a gate delays is dropped when the part leaves meanwhile", arguments: [false, true])
  func delayed(isAtOnce: Bool) async {
    let clock = ManualClock()
    let rig = PartsRig(environment: StoreEnvironment(clock: clock))
    rig.send(.show(first), .detail(.begin("load")))
    let gate = rig.store.gate("slow") { message in
      if case .detail(.heard) = message { .delay(.seconds(1)) } else { .pass }
    }
    if isAtOnce {
      rig.send(.detail(.echo("late")))
    } else {
      rig.work.send("load", .heard("late"))
      rig.store.pump()
    }
    await clock.waitForSleepers(count: 1)
    rig.send(.show(nil), .show(first))
    clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(rig.detail == first)
    withExtendedLifetime(gate) {}
  }

  @Test("What a part asks for in the turn in which it leaves is not begun", arguments: [nil, 2])
  func asksAndLeaves(uid: Int?) {
    let rig = rig()
    rig.record()
    let next = uid.map { PartsDetail(uid: $0) }
    rig.send(.detailThenShow(.begin("save"), next))
    rig.send(.show(first), .detailThenShow(.echo("echo"), next))
    #expect(rig.inFlight == [])
    #expect(rig.work.labels == [])
    #expect(rig.detail == next)
    #expect(rig.events.read { $0 } == ["2 dropped(MillraceCore.EffectDropReason.cancelled) save of detail"])
  }

  @Test("Steps that have not begun are forgotten with the part")
  func steps() {
    let rig = rig()
    rig.send(.detail(.steps("one", "two")))
    rig.send(.show(nil))
    #expect(rig.inFlight == [])
    #expect(rig.work.labels == ["one"])
    #expect(rig.store.flow.isIdle)
  }

  @Test("What is waiting in a queue of the part ends with it")
  func waiting() {
    let rig = rig()
    rig.send(.detail(.begin("one", in: .concat("q"))), .detail(.begin("two", in: .concat("q"))))
    rig.send(.show(second), .detail(.begin("three", in: .concat("q"))))
    #expect(rig.inFlight == ["three"])
    #expect(rig.work.labels == ["one", "three"])
  }

  @Test("The case of an enum is a part")
  func cases() {
    let rig = rig()
    rig.send(.list(.begin("list")), .map(.begin("map")))
    #expect(rig.inFlight == ["list"])
    #expect(rig.errors.read { $0.count } == 1)
    rig.send(.change(.map(PartsDetail(uid: 1))), .map(.begin("map")))
    #expect(rig.inFlight == ["map"])
    rig.send(.change(.map(PartsDetail(uid: 2))))
    #expect(rig.inFlight == ["map"])
    rig.send(.change(.list(PartsDetail(uid: 2))))
    #expect(rig.inFlight == [])
  }

  @Test("A part in a part ends alone, or with the one around it")
  func nested() {
    for endsOuter in [false, true] {
      let rig = rig()
      rig.send(.detail(.isZoomed(true)), .detail(.begin("load")), .detail(.zoom(.begin("zoom"))))
      #expect(rig.inFlight == ["load", "zoom"])
      rig.send(endsOuter ? .show(PartsDetail(uid: 2, zoom: PartsZoom())) : .detail(.isZoomed(false)))
      #expect(rig.inFlight == (endsOuter ? [] : ["load"]))
      #expect(!rig.zoomWork.send("zoom", .heard("late")))
      rig.send(.detail(.isZoomed(true)), .detail(.zoom(.begin("again"))))
      #expect(rig.zoomWork.send("again", .heard("right")))
      rig.store.pump()
      #expect(rig.detail?.zoom?.heard == ["right"])
    }
  }

  @Test("What ends is reported with the turn in which the part left, and between turns where there was none")
  func told() {
    let rig = rig()
    rig.send(.detail(.isZoomed(true)))
    rig.record()
    rig.send(.detail(.begin("load")), .detail(.zoom(.begin("zoom"))), .show(nil), .show(first))
    #expect(
      rig.events.read { $0 } == [
        "3 started load of detail", "4 started zoom of detail.zoom", "5 cancelled zoom of detail.zoom",
        "5 cancelled load of detail",
      ])
    rig.send(.detail(.begin("load")))
    rig.store.replace(PartsAlbum())
    #expect(
      rig.events.read { $0.suffix(2) } == ["7 started load of detail", "0 cancelled load of detail"])
  }

  @Test("An observer is notified after the effects have ended")
  func observers() {
    let rig = rig()
    rig.send(.detail(.begin("load")))
    var seen: [[String]] = []
    let token = rig.store.observe(\.detail) { _ in seen.append(rig.inFlight) }
    rig.send(.show(nil))
    #expect(seen == [[]])
    token.cancel()
  }

  @Test("A store with parts leaves nothing behind when it ends")
  func released() {
    final class Witness {}
    weak var witness: Witness?
    do {
      let kept = Witness()
      witness = kept
      let part = Part<PartsAlbum, PartsMessage, PartsDetailMessage>("detail", at: \.detail, { .detail($0) }) {
        (detail: inout PartsDetail, _) in
        withExtendedLifetime(kept) { detail.heard = [] }
        return .run(label: "forever") { _ in }
      }
      let store = Store(PartsAlbum(detail: first), of: PartsMessage.self, parts: [part]) { album, message in
        guard case .detail(let message) = message else { return .none }
        return part.update(&album, message)
      }
      store.send(.detail(.echo("a")))
      store.replace(PartsAlbum())
    }
    #expect(witness == nil)
  }

  @Test("A message for a part that is not there is unhandled")
  func absent() {
    let rig = PartsRig()
    rig.send(.detail(.heard("a")), .picture(1, .heard("a")))
    #expect(rig.errors.read { $0.count } == 2)
    #expect(rig.store.withState { $0 } == PartsAlbum())
  }

  @Test("A part that was not declared is reported once, and its effects run")
  func undeclared() {
    let rig = PartsRig(isDeclared: false)
    rig.send(.show(first), .detail(.begin("a")), .detail(.begin("b")))
    #expect(rig.inFlight == ["a", "b"])
    #expect(rig.errors.read { $0.count } == 1)
    #expect(rig.errors.read { $0.first ?? "" }.contains("the part `detail`, which was not declared"))
  }
}
