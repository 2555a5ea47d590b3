import Harvest
import MillraceTesting
import Testing

/// The results of inputs, as others hear of them.
@MainActor
@Suite struct ScenarioReplyTests {
  private let mapping = Harvester<String, Int>.Mapping { input, state in
    switch input {
    case "up": state + 1
    case "same": state
    default: nil
    }
  }

  @Test("onReply tells of accepted and of rejected inputs, until its token ends")
  func onReply() {
    let harvester = Harvester(state: 0, mapping: mapping)
    var heard: [String] = []
    let token = harvester.onReply { heard.append("\($0)") }
    for input in ["up", "same", "down", "up"] { harvester.send(input) }
    #expect(heard == ["up: 0 => 1", "same: 1 => 1", "down: 1, rejected", "up: 1 => 2"])
    token.cancel()
    harvester.send("up")
    #expect(heard.count == 4)
  }

  @Test("A reply knows its input, where it came from, where it led, and whether it was accepted")
  func parts() {
    let accepted = Reply<String, Int>.success((input: "up", fromState: 0, toState: 1))
    let rejected = Reply<String, Int>.failure((input: "down", fromState: 0))
    #expect(accepted.input == "up" && accepted.fromState == 0 && accepted.toState == 1 && accepted.isSuccess)
    #expect(
      rejected.input == "down" && rejected.fromState == 0 && rejected.toState == nil && !rejected.isSuccess)
    #expect(accepted == .success((input: "up", fromState: 0, toState: 1)))
    #expect(accepted != .success((input: "up", fromState: 0, toState: 2)))
    #expect(accepted != rejected && rejected != .failure((input: "down", fromState: 1)))
  }

  @Test("A listener that sends is heard in order")
  func reentrancy() {
    let harvester = Harvester(state: 0, mapping: mapping)
    var heard: [String] = []
    let token = harvester.onReply { reply in
      heard.append("\(reply)")
      if reply.toState == 1 { harvester.send("up") }
    }
    harvester.send("up")
    #expect(heard == ["up: 0 => 1", "up: 1 => 2"])
    token.cancel()
  }

  @Test("The sequence of states ends when the machine finishes, without another state")
  func statesEnd() async {
    let harvester = Harvester(state: 0, mapping: mapping)
    let states = harvester.states()
    for input in ["up", "down", "up"] { harvester.send(input) }
    harvester.finish()
    harvester.send("up")
    var seen: [Int] = []
    for await state in states { seen.append(state) }
    #expect(seen == [0, 1, 1, 2])
    var later: [Int] = []
    for await state in harvester.states() { later.append(state) }
    #expect(later == [2])
  }

  @Test("The sequence of states ends with the sequence of inputs, and with the machine")
  func statesEndWithInputs() async {
    let inputs = AsyncStream<String> { inputs in
      inputs.yield("up")
      inputs.finish()
    }
    let harvester = Harvester(state: 0, inputs: inputs, mapping: mapping)
    var seen: [Int] = []
    for await state in harvester.states() { seen.append(state) }
    #expect(seen.first == 0 && seen.last == 1)
    var other: Harvester<String, Int>? = Harvester(state: 5, mapping: mapping)
    let states = other?.states()
    other = nil
    var rest: [Int] = []
    if let states { for await state in states { rest.append(state) } }
    #expect(rest == [5])
  }

  @Test("The sequence of replies ends when the machine finishes, and each reader has its own")
  func endsOnFinish() async {
    let harvester = Harvester(state: 0, mapping: mapping)
    let (one, other) = (harvester.replies, harvester.replies)
    for input in ["up", "down"] { harvester.send(input) }
    harvester.finish()
    harvester.send("up")
    for replies in [one, other] {
      var heard: [String] = []
      for await reply in replies { heard.append("\(reply)") }
      #expect(heard == ["up: 0 => 1", "down: 1, rejected"])
    }
    for await _ in harvester.replies { Issue.record("a finished machine has no replies") }
  }

  @Test("The sequence of replies ends with the machine, and does not keep it alive")
  func endsWithMachine() async {
    var harvester: Harvester<String, Int>? = Harvester(state: 0, mapping: mapping)
    weak let gone = harvester
    let replies = harvester?.replies
    harvester?.send("up")
    harvester = nil
    #expect(gone == nil)
    var heard: [String] = []
    if let replies {
      for await reply in replies { heard.append("\(reply)") }
    }
    #expect(heard == ["up: 0 => 1"])
  }

  @Test("Without an observer the state is changed in place; with one, it is copied")
  func inPlace() {
    func buffer(_ numbers: [Int]) -> UnsafeRawPointer? { numbers.withUnsafeBytes { $0.baseAddress } }
    let first = Harvester<Int, [Int]>.Mapping.makeInout { $1[0] = $0 }
    let harvester = Harvester(state: Array(0..<100), mapping: first)
    harvester.send(-1)
    let before = harvester.store.withState(buffer)
    harvester.send(7)
    #expect(harvester.store.withState(buffer) == before)
    let token = harvester.onReply { _ in }
    harvester.send(8)
    #expect(harvester.store.withState(buffer) != before)
    token.cancel()
    harvester.send(9)
    let after = harvester.store.withState(buffer)
    harvester.send(10)
    #expect(harvester.store.withState(buffer) == after)
    #expect(harvester.state[0] == 10)
  }

  @Test("A copied reader that has stopped reading costs nothing any more")
  func stoppedReader() async {
    func buffer(_ numbers: [Int]) -> UnsafeRawPointer? { numbers.withUnsafeBytes { $0.baseAddress } }
    let harvester = Harvester(
      state: Array(0..<100), mapping: Harvester<Int, [Int]>.Mapping.makeInout { $1[0] = $0 })
    do {
      let replies = harvester.replies
      harvester.send(1)
      var iterator = replies.makeAsyncIterator()
      #expect(await iterator.next()?.input == 1)
    }
    harvester.send(2)
    harvester.send(3)
    let before = harvester.store.withState(buffer)
    harvester.send(4)
    #expect(harvester.store.withState(buffer) == before)
  }
}
