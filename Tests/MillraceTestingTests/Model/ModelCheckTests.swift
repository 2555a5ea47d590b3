import Millrace
import MillraceTesting
import Testing

@Suite("A model check")
struct ModelCheckTests {
  /// A difference as a path shows it.
  private static func change<Value>(_ old: Value, _ new: Value) -> String {
    (Difference(from: old, to: new)?.description ?? "none").split(separator: "\n").map { "   \($0)" }
      .joined(separator: "\n")
  }

  private static func change(_ old: ModelLogin.Phase, _ new: ModelLogin.Phase) -> String {
    change(ModelLogin(phase: old), ModelLogin(phase: new))
  }

  @Test("goes through everything that a right machine can do")
  func rightLogin() {
    let report = ModelLogin.check(.none)
      .always("a login is under way only while logging in") { $1.isEmpty == ($0.phase != .loggingIn) }
      .eventually("logged in") { $0.phase == .loggedIn }
      .neverStuck("one can always log in") { $0.phase == .loggedIn }
      .run()
    #expect(report.isSuccess, "\(report)")
    #expect(report.states == 3)
    #expect(report.transitions == 5)
    #expect(report.depth == 2)
    #expect(report.deadEnds.isEmpty)
    #expect(
      report.description == """
        3 states, 5 transitions, depth 2
        complete: every state was checked
        """)
  }

  @Test("finds the shortest way to what must not be, and tells it turn by turn")
  func wrongLogin() throws {
    let report = ModelLogin.check(.forgetsToCancel)
      .always("logged in only by one's own wish") { $0.phase != .loggedIn || $1.isEmpty }
      .run(ModelBounds(inFlight: 2))
    #expect(!report.isSuccess)
    let failure = try #require(report.failures.first)
    #expect(failure.kind == .invariant)
    let path = try #require(failure.path)
    #expect(path.steps.map(\.message) == [.logIn, .logOut, .logIn, .accepted])
    #expect(path.steps.map(\.effect?.label) == [nil, nil, nil, "log in"])
    #expect(
      failure.description == """
        always “logged in only by one's own wish” fails after 4 turns:
        """ + "\n" + path.description.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    #expect(
      path.description == """
        start: ModelLogin(phase: .loggedOut)
        1. logIn
        \(Self.change(.loggedOut, .loggingIn))
           started log in
           in flight: log in
        2. logOut
        \(Self.change(.loggingIn, .loggedOut))
           in flight: log in
        3. logIn
        \(Self.change(.loggedOut, .loggingIn))
           started log in
           in flight: log in, log in
        4. accepted, from log in
        \(Self.change(.loggingIn, .loggedIn))
           in flight: log in
        """)
  }

  @Test("finds where a goal cannot be reached any more, and dead ends")
  func stuckLogin() throws {
    let report = ModelLogin.check(.ignoresRefusal)
      .neverStuck("logged in") { $0.phase == .loggedIn }
      .run()
    #expect(report.isSuccess, "one can log out and try again: \(report)")

    let broken = ModelCheck(
      Logic(ModelLogin(), update: ModelLogin.update(.ignoresRefusal)), messages: [.logIn]
    )
    .answers { _ in [.sends(.accepted), .sends(.refused)] }
    .neverStuck("logged in") { $0.phase == .loggedIn }
    .run()
    #expect(broken.failures.map(\.kind) == [.stuck])
    let path = try #require(broken.failures.first?.path)
    #expect(path.steps.map(\.message) == [.logIn, .refused])
    #expect(path.steps.map(\.isHandled) == [true, false])
    #expect(path.description.contains("2. refused, from log in (not handled)\n   changes nothing"))
    #expect(
      broken.failures.first?.description.hasPrefix(
        "neverStuck “logged in” fails after 2 turns: no path leads from there to it (as in 1 of 4 states):\n")
        == true)
    #expect(broken.deadEnds.map(\.phase) == [.loggedIn, .loggingIn])
    #expect(broken.description.contains("2 dead ends: "))
  }

  @Test("tells a dead end once, whatever effects are in flight")
  func sameDeadEnd() {
    let logic = Logic<Int, Int>(0) { count, message in
      if count != 0 { return .none }
      count = 1
      return .run(label: "\(message)") { _ in }
    }
    let report = ModelCheck(logic, messages: [1, 2]).answers { _ in [] }.run()
    #expect(report.states == 3)
    #expect(report.deadEnds == [1])
    #expect(report.description.contains("1 dead end: 1"))
  }

  @Test("finds exactly the reachable states of a counter", arguments: [1, 2, 7, 30])
  func counter(size: Int) {
    struct Pair: Hashable {
      var left = 0
      var right = 0
    }
    enum Press: Hashable, Sendable { case left, right }
    let logic = Logic<Pair, Press>(Pair()) { pair, press in
      if press == .left { pair.left = (pair.left + 1) % size } else { pair.right = (pair.right + 1) % size }
      return .none
    }
    let report = ModelCheck(logic, messages: [.left, .right])
      .eventually("the last") { $0.left == size - 1 && $0.right == size - 1 }
      .run()
    #expect(report.isSuccess, "\(report)")
    #expect(report.states == size * size)
    #expect(report.transitions == 2 * size * size)
    #expect(report.depth == 2 * (size - 1))
  }

  private static var counting: Logic<Int, Int> {
    Logic(0) { count, step in
      if count + step < 0 { return .unhandled }
      count += step
      return .none
    }
  }

  @Test("says which bound has stopped it")
  func bounds() {
    let check = ModelCheck(Self.counting, messages: [1]).eventually("a thousand") { $0 == 1000 }
    let few = check.run(ModelBounds(states: 10))
    #expect(few.bounds == [.states(10)])
    #expect(few.states == 10)
    #expect(!few.isSuccess)
    #expect(
      few.description == """
        10 states, 9 transitions, depth 9
        incomplete: stopped by the bound of 10 states
        to check more, raise `ModelBounds.states`, or merge states by a key

        eventually “a thousand” fails: not reached within the bounds
        """)
    let shallow = check.run(ModelBounds(depth: 1000))
    #expect(shallow.bounds == [.depth(1000)])
    #expect(shallow.isSuccessWithinBounds)
    #expect(!shallow.isSuccess)
    #expect(shallow.depth == 1000)
  }

  @Test("does not call stuck what lies beyond a bound")
  func boundsAndStuck() {
    let check = ModelCheck(Self.counting, messages: [1]).neverStuck("a thousand") { $0 == 1000 }
    #expect(check.run(ModelBounds(states: 10)).isSuccessWithinBounds)
    #expect(check.run(ModelBounds(depth: 1001)).failures.isEmpty)
  }

  @Test("bounds the effects in flight, and says so")
  func inFlight() {
    let logic = Logic<Int, Int>(0) { _, _ in .run(label: "work") { _ in } }
    let report = ModelCheck(logic, messages: [1]).answers { _ in [.ends] }.run(ModelBounds(inFlight: 3))
    #expect(report.bounds == [.inFlight(3)])
    #expect(report.states == 4)
  }

  @Test("ends by itself where nothing ends the effects of a table of three rows, and says what stopped it")
  func piling() {
    enum Row: String, Sendable { case reload, search, save }
    let logic = Logic<Int, Row>(0) { state, row in
      state = (state + 1) % 3
      return .run(label: EffectLabel(row.rawValue)) { _ in }
    }
    let report = ModelCheck(logic, messages: [.reload, .search, .save]).answers { _ in [.never] }.run()
    #expect(report.bounds == [.inFlight(8)])
    #expect(!report.isSuccess && report.isSuccessWithinBounds && report.states < 10_000)
    #expect(
      report.description.contains(
        """
        incomplete: stopped by the bound of 8 effects in flight
        to check more, raise `ModelBounds.inFlight`, or end effects that accumulate: cancel them by id, or put them \
        into a queue
        """), "\(report)")
  }

  @Test("ends by itself where a state grows with each message")
  func growing() {
    let logic = Logic<[Int], Int>([]) { list, number in
      list.append(number)
      return .none
    }
    let report = ModelCheck(logic, messages: [1]).run()
    #expect(report.bounds == [.depth(1_000)] && report.states == 1_001, "\(report)")
    #expect(report.description.contains("to check more, raise `ModelBounds.depth`"), "\(report)")
  }

  @Test("names the messages that no state handles")
  func unused() {
    let report = ModelCheck(Self.counting, messages: [-5, 1]).run(ModelBounds(depth: 3))
    #expect(report.unusedMessages == ["-5"])
    #expect(report.description.contains("handled in no state: -5"))
    let byState = ModelCheck(Self.counting, messages: { $0 < 2 ? [1] : [-9] }).run()
    #expect(byState.unusedMessages == ["-9"])
    #expect(byState.states == 3)
    #expect(byState.isComplete)
  }

  @Test("distinguishes states by a key where they are not hashable")
  func key() {
    struct Box {
      var value = 0
    }
    let logic = Logic<Box, Int>(Box()) { box, step in
      box.value = (box.value + step) % 6
      return .none
    }
    #expect(ModelCheck(logic, by: \.value, messages: [2]).run().states == 3)
  }

  @Test("looks at each turn, also at those that are followed by another at once")
  func immediate() throws {
    let logic = Logic<[Int], Int>([]) { list, message in
      list.append(message)
      if message == 3 { list = [] }
      return message < 3 ? .send(message + 1) : .none
    }
    let report = ModelCheck(logic, messages: [1]).always("short") { $0.count < 2 }.run()
    #expect(report.states == 1)
    let path = try #require(report.failures.first?.path)
    #expect(
      path.description == """
        start: []
        1. 1
        \(Self.change([], [1]))
        2. 2, sent by the turn before
        \(Self.change([1], [1, 2]))
        """)
  }

  @Test("fails for an error, for endless messages, and for an effect without declared answers")
  func flaws() {
    struct Oops: Error, CustomStringConvertible {
      var description: String { "oops" }
    }
    let logic = Logic<Int, String>(0) { count, message in
      count = 1
      return switch message {
      case "error": .report(Oops())
      case "endless": .send("endless")
      default: .run(label: "search", { _ in })
      }
    }
    func report(_ message: String) -> ModelReport<Int, String> {
      ModelCheck(logic, messages: [message]).run()
    }
    #expect(report("error").failures.map(\.kind) == [.error])
    #expect(
      report("error").failures.first?.description.hasPrefix("an error is reported after 1 turn: oops\n")
        == true)
    #expect(ModelCheck(logic, messages: ["error"]).allowingErrors().run().isSuccess)
    #expect(report("endless").failures.map(\.kind) == [.endless])
    let undeclared = ModelCheck(logic, messages: ["search"]).run(ModelBounds(inFlight: 1))
    #expect(undeclared.failures.map(\.kind) == [.undeclaredEffect])
    #expect(
      undeclared.failures.first?.description.hasPrefix(
        "the answers of “search”, which is requested after 1 turn, are not declared; declare them with `answers`,"
          + " even if they are `[.never]` or `[.ends]`:\n") == true)
  }

  @Test("looks at the beginning, too")
  func beginning() {
    let logic = Logic<Int, Int>(0, effect: .merge(.send(5), .run(label: "first") { _ in })) {
      count, message in
      count += message
      return .none
    }
    let report = ModelCheck(logic, messages: []).answers { _ in [.sends(1)] }
      .always("small") { $0 < 5 }
      .run()
    #expect(report.states == 2)
    #expect(report.failures.first?.path?.steps.map(\.message) == [5])
    #expect(report.deadEnds == [6])
  }
}
