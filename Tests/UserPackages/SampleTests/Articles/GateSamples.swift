import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Gates, locks and taps") struct GateSamples {
  let store = Store("", of: String.self) { text, word in
    text += word
    return word == "?" ? .send("!") : .none
  }

  @Test("A gate passes, changes or drops")
  func gate() {
    let gate = store.gate("no shouting") { word in
      if word == "!" { return .drop }
      let lower = word.lowercased()
      return lower == word ? .pass : .change(lower)
    }
    store.send("YES")
    store.send("!")
    store.send("no")
    gate.cancel()
    store.send("!")
    #expect(store.state == "yesno!")
  }

  @Test("A gate of a flow stands before all of its stores")
  func flowGate() {
    let flow = Flow(name: "app")
    let sum = Store(0, of: Int.self, flow: flow) { sum, number in
      sum += number
      return .none
    }
    let name = Store("", of: String.self, flow: flow) { name, text in
      name = text
      return .none
    }
    let gate = flow.gate("only numbers") { passage in
      passage.message is Int ? .pass : .drop
    }
    sum.send(2)
    name.send("x")
    #expect(sum.state == 2)
    #expect(name.state == "")
    gate.cancel()
  }

  @Test("A gate may delay, on the clock of the environment")
  func delay() async {
    let clock = ManualClock()
    let store = Store("", of: String.self, environment: StoreEnvironment(clock: clock)) { text, word in
      text += word
      return .none
    }
    let gate = store.gate("slow line") { word in word == "slow" ? .delay(.seconds(1)) : .pass }
    store.send("slow")
    store.send("fast")
    #expect(store.state == "fast")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.state == "fastslow")
    gate.cancel()
  }

  @Test("While a lock is held, messages wait")
  func lock() {
    let lock = store.flow.lock("animation")
    store.send("a")
    store.send("b")
    #expect(store.state == "")
    #expect(store.flow.waitingCount == 2)
    lock.release()
    #expect(store.state == "ab")
  }

  @Test("The holder of a lock can have turns taken while it is shut")
  func passing() {
    let lock = store.flow.lock("tidying up")
    store.send("later")
    lock.send("now ", to: store)
    #expect(store.state == "now ")
    lock.release()
    #expect(store.state == "now later")
  }

  @Test("A tap sees every turn, and what caused it")
  func tap() {
    var log: [String] = []
    let tap = store.flow.tap(detail: .changes) { record in
      log.append(
        "\(record.sequence) \(record.message): \(record.cause), changed: \(record.isChanged ?? false)")
    }
    store.send("?")
    store.send("")
    tap.cancel()
    store.send("a")
    #expect(
      log == [
        "1 ?: sent, changed: true",
        "2 !: turn 1, changed: true",
        "3 : sent, changed: false",
      ])
  }

  @Test("What goes wrong is reported to the error handler")
  func errors() {
    var problems: [String] = []
    let strict = Store(0, of: String.self, name: "strict") { _, _ in .unhandled }
    strict.flow.errorHandler = { error in problems.append("\(error)") }
    strict.send("what?")
    #expect(
      problems == [
        "The store `strict` does not handle the message `what?`, or its part, row or screen does not exist. "
          + "Handle it in the store's update, or do not send it."
      ])
  }
}
