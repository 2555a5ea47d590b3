import Millrace
import MillraceQueries
import MillraceTesting
import Testing

struct Refused: Error {}
struct RefreshRefused: Error {}

@Suite("A shared refresh of a token") struct SharedRefreshTests {
  /// Requests with the token 0, which the server accepts no more; it accepts 1 after the renewal.
  static func scenario(requests: Int, mayFail: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let renewals = world.shared(0, as: "renewals")
      let answers = world.shared([Int: String](), as: "answers")
      let calls = world.shared([Int](repeating: 0, count: requests), as: "calls")
      let session = SharedRefresh(token: 0) { _ in
        try await server.call(
          "renew",
          answers: [
            .result {
              renewals.withValue { $0 += 1 }
              return 1
            }
          ]
            + (mayFail
              ? [
                .result {
                  renewals.withValue { $0 += 1 }
                  throw RefreshRefused()
                }
              ] : []))
      }
      for number in 0..<requests {
        world.work("request \(number)") {
          do {
            let answer = try await session.perform { token in
              if token != 0 {
                calls.withValue { $0[number] += 1 }
                return "ok"
              }
              return try await server.call(
                "request \(number)",
                answers: [
                  .result {
                    calls.withValue { $0[number] += 1 }
                    throw Refused()
                  }
                ])
            } isRefused: {
              $0 is Refused
            }
            answers.withValue { $0[number] = answer }
          } catch is RefreshRefused {
            answers.withValue { $0[number] = "logged out" }
          }
        }
      }
      world.always("the server is asked at most twice for each") { calls.value.allSatisfy { $0 <= 2 } }
      if !mayFail { world.always("the token is renewed once") { renewals.value <= 1 } }
      world.finally("every request has its answer") {
        answers.value.count == requests
          && answers.value.values.allSatisfy { mayFail ? $0 == "ok" || $0 == "logged out" : $0 == "ok" }
      }
      // A request that begins after a failed renewal may try another; those that began before do not.
      world.finally("the token is renewed as often as the requests require") { renewals.value <= requests }
    }
  }

  @Test("two refused requests renew the token once, and both are repeated")
  func success() async {
    let exploration = await Explorer().explore(Self.scenario(requests: 2, mayFail: false))
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("three refused requests renew the token once, in orders drawn at random")
  func three() async {
    let exploration = await Explorer(.random(seed: 1, runs: 300)).explore(
      Self.scenario(requests: 3, mayFail: false))
    #expect(exploration.finding == nil, "\(exploration)")
  }

  // All of its orders are 17,000 schedules, which take most of a minute.
  @Test("a renewal that fails ends with its error for all that have begun by then, in orders drawn at random")
  func failure() async {
    let exploration = await Explorer(.random(seed: 1, runs: 500)).explore(
      Self.scenario(requests: 2, mayFail: true))
    #expect(exploration.finding == nil, "\(exploration)")
  }

  @Test("requests that were refused before the renewal failed do not renew again")
  func failureForAll() async throws {
    let renewals = Locked(0)
    let gate = AsyncStream<Void>.makeStream()
    let session = SharedRefresh(token: 0) { _ in
      renewals.withLock { $0 += 1 }
      throw RefreshRefused()
    }
    let begun = AsyncStream<Void>.makeStream()
    let late = Task {
      try await session.perform { _ -> Int in
        begun.continuation.finish()
        for await _ in gate.stream {}
        throw Refused()
      } isRefused: {
        $0 is Refused
      }
    }
    for await _ in begun.stream {}
    await #expect(throws: RefreshRefused.self) {
      try await session.perform { _ -> Int in
        throw Refused()
      } isRefused: {
        $0 is Refused
      }
    }
    gate.continuation.finish()
    await #expect(throws: RefreshRefused.self) { try await late.value }
    #expect(renewals.withLock { $0 } == 1)
    await session.replace(with: 5)
    #expect(await session.current == 5)
    #expect(
      try await session.perform {
        $0
      } isRefused: { _ in
        true
      } == 5)
  }

  static func renewing(
    _ session: @escaping @Sendable () -> SharedRefresh<Int>?
  ) -> @Sendable (Int) async throws -> Int {
    { old in
      guard let session = session() else { return old }
      return try await session.perform { _ -> Int in
        throw Refused()
      } isRefused: {
        $0 is Refused
      }
    }
  }

  @Test("a renewal through its own token fails with a sentence, and so do those that wait for it")
  func throughItself() async throws {
    let shared = Locked<SharedRefresh<Int>?>(nil)
    let session = SharedRefresh(token: 0, renew: Self.renewing { shared.withLock { $0 } })
    shared.withLock { $0 = session }
    for _ in 0..<2 {
      let error = await #expect(throws: SharedRefreshError.self) {
        try await session.perform { _ -> Int in
          throw Refused()
        } isRefused: {
          $0 is Refused
        }
      }
      #expect("\(error as Any)".contains("in `renew`, call the server without `perform`."))
    }
    shared.withLock { $0 = nil }
    await #expect(throws: Refused.self) {
      try await session.perform { _ -> Int in
        throw Refused()
      } isRefused: {
        $0 is Refused
      }
    }
  }

  @Test("two tokens whose renewals wait for each other fail with the sentence, in every order")
  func throughEachOther() async {
    let exploration = await Explorer().explore { world in
      let failures = world.shared(0, as: "failed requests")
      let second = Locked<SharedRefresh<Int>?>(nil)
      let first = SharedRefresh(token: 0, renew: Self.renewing { second.withLock { $0 } })
      second.withLock { $0 = SharedRefresh(token: 0, renew: Self.renewing { first }) }
      for (name, session) in [("first", first), ("second", second.withLock { $0 } ?? first)] {
        world.work(name) {
          do {
            try await session.perform { _ -> Void in
              throw Refused()
            } isRefused: {
              $0 is Refused
            }
          } catch is SharedRefreshError {
            failures.withValue { $0 += 1 }
          }
        }
      }
      world.finally("no request waits for ever") { failures.value == 2 }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("a task that a renewal has begun may use the token when the renewal is over")
  func afterwards() async throws {
    let late = Locked<Task<Int, any Error>?>(nil)
    let shared = Locked<SharedRefresh<Int>?>(nil)
    let gate = AsyncStream<Void>.makeStream()
    let session = SharedRefresh(token: 0) { old in
      if old == 0 {
        let task = Task {
          for await _ in gate.stream {}
          guard let session = shared.withLock({ $0 }) else { return 0 }
          return try await session.perform { token in
            if token < 2 { throw Refused() }
            return token
          } isRefused: {
            $0 is Refused
          }
        }
        late.withLock { $0 = task }
      }
      return old + 1
    }
    shared.withLock { $0 = session }
    let first = try await session.perform { token in
      if token < 1 { throw Refused() }
      return token
    } isRefused: {
      $0 is Refused
    }
    gate.continuation.finish()
    #expect(first == 1)
    #expect(try await late.withLock { $0 }?.value == 2)
  }

  @Test("an error that is no refusal passes, and a second refusal too")
  func others() async throws {
    let session = SharedRefresh(token: 0) { $0 + 1 }
    await #expect(throws: NoteServer.Failure.self) {
      try await session.perform { _ -> Int in
        throw NoteServer.Failure()
      } isRefused: {
        $0 is Refused
      }
    }
    #expect(await session.current == 0)
    await #expect(throws: Refused.self) {
      try await session.perform { _ -> Int in
        throw Refused()
      } isRefused: {
        $0 is Refused
      }
    }
    #expect(await session.current == 1)
  }
}
