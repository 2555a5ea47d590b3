import Millrace
import MillraceTesting
import Testing

/// Callback effects that are changed by others: mapped, caught, labelled, put into another queue.
@EffectsHome
struct CallbackEffectChangeTests {
  @Test(
    "A mapped effect sends what was made of its messages, throws its errors, and learns of its cancellation")
  func map() async {
    let log = EffectsLog<String>()
    let rig = EffectsRig { message in
      let part: Effect<Int> =
        switch message {
        case "sends":
          .callback { continuation in
            continuation.send(1)
            continuation.send(2)
          }
        case "throws": .callback(label: "bad") { _ in throw EffectsFailure("torn") }
        case "finishes":
          .callback {
            $0.finish(throwing: EffectsFailure("end"))
          } catch: { _ in
            3
          }
        case "waits":
          .callback(id: "x") { continuation in
            continuation.onCancel { log.add("cancelled") }
            log.add("kept by \(Holder(continuation).keep())")
          }
        case "stop": .cancel(id: "x")
        default: .none
        }
      return part.map { "number \($0)" }.mapError { EffectsFailure("mapped \($0)") }
    }
    rig.send("sends", "throws", "finishes", "waits")
    #expect(
      rig.heard == ["sends", "number 1", "number 2", "throws", "finishes", "number 3", "waits"])
    #expect(rig.errors.count == 1)
    #expect(rig.errors.first?.contains("`bad` of the store `store` failed: mapped torn.") == true)
    #expect(!rig.flow.isIdle)
    rig.send("stop")
    #expect(log.entries == ["kept by itself", "cancelled"])
    #expect(rig.flow.isIdle)
  }

  /// Keeps a continuation alive by a reference cycle until it is cancelled.
  private final class Holder: @unchecked Sendable {
    // Sound: nothing in it changes after it was made.
    var continuation: EffectContinuation<Int>?
    var myself: Holder?

    init(_ continuation: EffectContinuation<Int>) { self.continuation = continuation }

    func keep() -> String {
      myself = self
      return "itself"
    }
  }

  @Test("Releasing one mapped channel leaves the work to the holders of the others")
  func mappedTwice() async {
    let ends = EffectsLog<String>()
    let sent = EffectsLog<String>()
    var whole: EffectContinuation<String>? = EffectContinuation(
      finish: { _ in ends.add("end") },
      send: {
        sent.add($0); return true
      })
    var left: EffectContinuation<Int>? = whole?.map { "left \($0)" }
    let right: EffectContinuation<Int>? = whole?.map { "right \($0)" }
    whole = nil
    left?.send(1)
    left = nil
    #expect(ends.entries == [])
    right?.send(2)
    right?.finish()
    #expect(sent.entries == ["left 1", "right 2"])
    #expect(ends.entries == ["end"])
  }

  @Test("Effects can be given a catch, a label, another id, another queue; and say so in their outline")
  func rewriting() {
    let effect = Effect<String>.callback(in: .latest("q"), id: "x") { _ in throw EffectsFailure("torn") }
    #expect(effect.outline == [.run(label: nil, id: "x", queue: .latest("q"))])
    let changed = effect.labelled("work").mapID { EffectID("my \($0)") }.mapQueue { _ in .concat("r") }
    #expect(changed.outline == [.run(label: "work", id: "my x", queue: .concat("r"))])
    #expect(changed.labelled("other").outline == changed.outline)
    #expect(Effect<String>.merge(effect, changed).outline == effect.outline + changed.outline)
    #expect(effect.messages == [])
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return changed.mapError { EffectsFailure("very \($0)") }.catching { "caught \($0)" }
    }
    rig.send("go")
    #expect(rig.heard == ["go", "caught very torn"])
    #expect(rig.errors == [])
  }

  @Test("An error with which the work finishes is changed as one that it throws")
  func mapsErrorOfFinish() {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      let effect = Effect<String>.callback { $0.finish(throwing: EffectsFailure("torn")) }
      return effect.mapError { EffectsFailure("mapped \($0)") }.catching { "caught \($0)" }
    }
    rig.send("go")
    #expect(rig.heard == ["go", "caught mapped torn"])
  }

  @Test("The work finds the store's environment, also when its messages are mapped")
  func environment() {
    let clock = ManualClock()
    let store = Store("", of: String.self, environment: StoreEnvironment(clock: clock)) { state, message in
      state += message
      guard message == "go" else { return .none }
      let part = Effect<Int>.callback { $0.send($0.environment.clock is ManualClock ? 1 : 0) }
      return part.map { " \($0)" }
    }
    store.send("go")
    #expect(store.withState { $0 } == "go 1")
  }
}
