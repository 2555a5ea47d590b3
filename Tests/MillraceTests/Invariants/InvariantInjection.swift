import Foundation
import Millrace
import MillraceTesting
import Testing

extension InvariantTests {
  /// The calls that ask the system for time, chance or identity.
  static let systemCalls = [
    "Task" + ".sleep", "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "clock_gettime",
    "gettimeofday", "mach_absolute_time", "DispatchTime", "DispatchQueue", "Date(", "UUID(", "usleep",
    "nanosleep",
    "arc4random", "getrandom", ".randomElement()", ".shuffled()", ".shuffle()", "import Foundation",
  ]

  /// The sources of the kernel.
  ///
  /// The testing module may look at real time, to say that something will not come, and the journal, to bound
  /// how long a disk may hold up a turn.
  private func sources() throws -> [(path: String, lines: [String])] {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../../..")
      .standardizedFileURL
    let folder = root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }
      .map {
        ($0.path().replacing(folder.path() + "/", with: ""), try String(contentsOf: $0, encoding: .utf8))
      }
      // The steps of the tutorial are an application's.
      .filter { path, _ in !path.contains(".docc/") }
      .filter { path, _ in path.hasPrefix("Millrace/") || path.hasPrefix("MillraceCore/") }
      .map { path, text in
        (path, text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      }
  }

  @Test(
    "Time and chance are injected: no source of the kernel asks the system, but for the environment's own")
  func sourcesAskNothing() throws {
    let sources = try sources()
    #expect(sources.count > 50)
    var places: [String] = []
    // A debug build asks the main queue whether the caller is on it, and nothing else.
    let asksQueue = "Millrace/Support/MainActorCheck.swift"
    for (path, lines) in sources where !path.hasPrefix("Millrace/Environment/") && path != asksQueue {
      for (number, line) in lines.enumerated() {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        for call in Self.systemCalls where code.contains(call) {
          places.append("\(path):\(number + 1): \(call)")
        }
        if code.contains(".random(in:") && !code.contains("using:") {
          places.append("\(path):\(number + 1): random")
        }
      }
    }
    #expect(places == [])
    // The search finds what is there.
    let environment = sources.filter { $0.path.hasPrefix("Millrace/Environment/") }.flatMap(\.lines)
      .joined()
    #expect(environment.contains("ContinuousClock") && environment.contains("SystemRandomNumberGenerator"))
  }

  @Test("Time and chance are injected: queues, gates and subscriptions wait on the environment's clock alone")
  func timeIsTheClocks() async {
    await ConcurrencyHome().run { home in
      let clock = ManualClock()
      let store = Store(
        [String](), of: String.self, environment: StoreEnvironment(clock: clock),
        subscriptions: { $0.contains("listen") ? [.every(.seconds(3), id: "tick") { "tick" }] : [] },
        update: { seen, message in
          seen.append(message)
          return message != "debounce"
            ? .none : .run(in: .debounce("d", for: .seconds(2))) { send in await send("debounced") }
        })
      let gate = store.gate("slow") { $0 == "slow" ? .delay(.seconds(1)) : .pass }
      for message in ["slow", "debounce", "listen"] { store.send(message) }
      // One alarm for the nearest of the store's own times, and the subscription.
      await clock.waitForSleepers(count: 2)
      #expect(store.withState { $0 } == ["debounce", "listen"])
      var expected = ["debounce", "listen"]
      for (message, left) in [("slow", 2), ("debounced", 1), ("tick", 1)] {
        clock.jump(by: .seconds(1))
        expected.append(message)
        await eventually { store.withState { $0.count } >= expected.count }
        #expect(store.withState { $0 } == expected)
        await clock.waitForSleepers(count: left)
      }
      gate.cancel()
    }
  }

  @Test("Time and chance are injected: with the same sources two runs are the same")
  func sameRuns() async {
    /// Returns the result of a game of chance in an effect.
    func play(seed: UInt64) async -> [String] {
      await ConcurrencyHome().run { home in
        let random = RandomSource.seeded(seed)
        let environment = StoreEnvironment(
          clock: ManualClock(), random: random, identifiers: .random(random),
          dates: .fixed(Timestamp(sinceEpoch: .seconds(86_400))))
        let store = Store([String](), of: String.self, environment: environment) { seen, message in
          seen.append(message)
          if message != "roll" { return .none }
          return .run(in: .concat("dice")) { send in
            var random = send.environment.random
            let roll = Int.random(in: 1...6, using: &random)
            let identifier = send.environment.identifiers.next()
            await send("\(roll) \(identifier) \(send.environment.dates.now().seconds)")
          }
        }
        for _ in 0..<20 { store.send("roll") }
        await store.run()
        return store.withState { $0 }
      }
    }
    let first = await play(seed: 7)
    #expect(first.count == 40)
    #expect(await play(seed: 7) == first)
    #expect(await play(seed: 8) != first)
  }
}
