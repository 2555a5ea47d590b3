import Millrace
import MillraceTesting
import Testing

/// Errors that an update reports, and error handlers that send.
@EffectsHome
struct ReportEffectTests {
  @Test("An update may report an error, alone, in a merge, a sequence, or mapped, without a turn more")
  func report() {
    let errors = EffectsLog<FlowError>()
    let flow = Flow()
    flow.errorHandler = { errors.add($0) }
    let store = Store<Int, Int>(0, name: "store", flow: flow) { state, message in
      state += 1
      return switch message {
      case 0: .report(EffectsFailure("alone"))
      case 1: .merge(.report(EffectsFailure("first")), .report(EffectsFailure("second")))
      case 2:
        .concatenate(.report(EffectsFailure("step")), .callback { _ in }, .report(EffectsFailure("last")))
      case 3: Effect<String>.report(EffectsFailure("mapped")).map { $0.count }.labelled("l").mapID { $0 }
      default: .none
      }
    }
    for message in 0...3 { store.send(message) }
    let texts = errors.entries.map { error -> String in
      guard case .reported("store", let error) = error else { return "not reported: \(error)" }
      return "\(error)"
    }
    #expect(texts == ["alone", "first", "second", "step", "last", "mapped"])
    #expect(store.withState { $0 } == 4)
    #expect(flow.isIdle)
  }

  @Test("A report says so in its outline, and has no messages")
  func reportOutline() {
    let effect = Effect<Int>.report(EffectsFailure("torn"))
    #expect(effect.outline == [.report("torn")])
    #expect(effect.outline.map(\.description) == ["report torn"])
    #expect(effect.messages == [])
    #expect(!effect.isNone)
  }

  @Test("An error handler that sends has its message's turn before send returns, whatever the error was")
  func handlerSends() async {
    let parcel = EffectsParcel<Store<[String], String>>(nil)
    let flow = Flow()
    flow.errorHandler = { _ in parcel.value?.send("told") }
    let store = Store([String](), of: String.self, flow: flow) { state, message in
      state.append(message)
      return switch message {
      case "report": .merge(.report(EffectsFailure("a")), .report(EffectsFailure("b")))
      case "throw": .callback { _ in throw EffectsFailure("torn") }
      case "queue": .callback(in: .concurrent("q", max: 0)) { $0.send("ran") }
      case "late": .run { _ in throw EffectsFailure("late") }
      default: .none
      }
    }
    parcel.value = store
    defer { parcel.value = nil }
    store.send("report")
    #expect(store.withState { $0 } == ["report", "told", "told"])
    store.send("throw")
    #expect(store.withState { $0 }.suffix(2) == ["throw", "told"])
    store.send("queue")
    #expect(store.withState { $0 }.suffix(3) == ["queue", "told", "ran"])
    store.send("late")
    await store.run()
    #expect(store.withState { $0 }.suffix(2) == ["late", "told"])
    #expect(flow.isIdle)
  }
}
