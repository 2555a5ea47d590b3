import Millrace
import MillraceTesting
import Testing

/// The time for which a tap listens.
@EffectsHome
struct FlowTapTokenTests {
  @Test("Taps are called in the order in which they were added, each until its token ends")
  func tokens() {
    let rig = EffectsRig { _ in .none }
    var told: [String] = []
    var first: ObservationToken? = rig.flow.tap { told.append("first \($0.message)") }
    let second = rig.flow.tap { told.append("second \($0.message)") }
    rig.send("a")
    first = nil
    rig.send("b")
    second.cancel()
    rig.send("c")
    #expect(told == ["first a", "second a", "second b"])
    _ = first
  }

  @Test("A tap may end itself, or another one that has not been called for the same turn yet")
  func endsInside() {
    let rig = EffectsRig { _ in .none }
    var told: [String] = []
    var first: ObservationToken?
    var second: ObservationToken?
    first = rig.flow.tap { record in
      told.append("first \(record.message)")
      first = nil
      second = nil
    }
    second = rig.flow.tap { told.append("second \($0.message)") }
    rig.send("a", "b")
    #expect(told == ["first a"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("A tap that is added inside of a turn receives the next one")
  func addedInside() {
    let rig = EffectsRig { $0 == "go" ? .send("now") : .none }
    var told: [String] = []
    var token: ObservationToken?
    let observer = rig.store.observe { [unowned flow = rig.flow] _ in
      if token == nil { token = flow.tap { told.append("\($0.message): \($0.cause)") } }
    }
    rig.send("go", "b")
    #expect(told == ["now: turn 1", "b: sent"])
    observer.cancel()
    token?.cancel()
  }

  @Test("What a tap holds is released soon after its token has ended")
  func letGo() {
    let rig = EffectsRig { _ in .none }
    let log = EffectsLog<String>()
    var token: ObservationToken?
    do {
      let witness = EffectsWitness { log.add("let go") }
      token = rig.flow.tap { _ in withExtendedLifetime(witness) {} }
    }
    rig.send("a")
    #expect(log.entries == [])
    token = nil
    rig.send("b")
    #expect(log.entries == ["let go"])
    _ = token
  }
}
