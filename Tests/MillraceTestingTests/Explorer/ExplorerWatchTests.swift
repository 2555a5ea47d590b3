import Foundation
import Millrace
import Synchronization
import TestResources
import Testing

@testable import MillraceTesting

/// Scenarios that do not come to the end of a step by themselves, or end their process.
@Suite("An exploration that stands still")
struct ExplorerWatchTests {
  private static func explorer(step: Duration? = nil) -> Explorer {
    var explorer = Explorer()
    if let step { explorer.limits.step = step }
    explorer.progress = nil
    return explorer
  }

  /// A store whose first message leads to the effect `work`.
  private static func build(
    _ world: isolated World, _ label: EffectLabel = "work",
    _ body: @escaping @Sendable (Send<Int>) async throws -> Void
  ) {
    let store = Store(0, of: Int.self, name: "store", flow: world.flow) { state, message in
      state += 1
      return message == 0 ? .run(label: label, body) : .none
    }
    world.user("user", sends: [1, 0], to: store)
  }

  @Test("names an update that answers itself without end, by the bound of turns")
  func endless() async {
    let exploration = await Self.explorer().explore { world in
      let store = Store(0, of: Int.self, name: "store", flow: world.flow) { state, message in
        state += 1
        return .send(message)
      }
      world.user("user", sends: [1], to: store)
    }
    #expect(exploration.finding?.problem == .endless(turns: 200), "\(exploration)")
  }

  @Test("names an observer that sends without end while the scenario is built")
  func endlessBuilding() async {
    let exploration = await Self.explorer().explore { world in
      let store = Store(0, of: Int.self, name: "store", flow: world.flow) { state, message in
        state += message
        return .none
      }
      let token = store.observe { [unowned store] _ in store.send(1) }
      store.send(1)
      world.finally("it is observed") {
        _ = token
        return store.state > 0
      }
    }
    #expect(exploration.finding?.problem == .endless(turns: 200), "\(exploration)")
  }

  @Test("names the effect that computes without end, with the story up to there")
  func spins() async {
    let isOver = Over()
    let exploration = await Self.explorer(step: .milliseconds(50)).explore { world in
      Self.build(world) { _ in while !isOver.isSet {} }
    }
    isOver.set()
    #expect(exploration.finding?.problem == .stuck("a step of “effect work”"), "\(exploration)")
    #expect(exploration.finding?.story.description.contains("starts work") == true, "\(exploration)")
    #expect(exploration.finding?.schedule.count ?? 0 > 1)
    #expect(!exploration.isProven)
  }

  @Test("names the effect that waits for a semaphore")
  func blocks() async {
    let isOver = Over()
    let exploration = await Self.explorer(step: .milliseconds(20)).explore { world in
      Self.build(world) { _ in isOver.wait() }
    }
    isOver.set()
    #expect(exploration.finding?.problem == .stuck("a step of “effect work”"), "\(exploration)")
  }

  /// Ends what a test has left running.
  private final class Over: Sendable {
    private let flag = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
      flag.store(true, ordering: .relaxed)
      semaphore.signal()
    }

    func wait() { semaphore.wait() }
  }

  // MARK: The end of the process

  @Test(
    "leaves the step and its order where the process ends, and the next start tells the story", .realProcess)
  func traps() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [folder = folder as String] in
      setenv("TMPDIR", folder, 1)
      _ = await ExplorerWatchTests.explorer().explore(
        { world in ExplorerWatchTests.build(world) { _ in precondition(Int("1") == 2) } }, fileID: "Traps",
        line: 7)
    }
    let text = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("An exploration ends its process here: Traps:7, in a step of “effect work”."), "\(text)")
    #expect(text.contains("To replay the run up to there: Explorer(.replay(\""), "\(text)")
    let next = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [folder = folder as String] in
      setenv("TMPDIR", folder, 1)
      _ = await ExplorerWatchTests.explorer().explore(
        { world in ExplorerWatchTests.build(world) { _ in } }, fileID: "Traps", line: 7)
    }
    let story = String(decoding: next?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      story.contains("Traps:7: the process that explored this before ended in a step of “effect work”."),
      "\(story)")
    #expect(story.contains("starts work"), "\(story)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("names the effect that does not bear the cancellation at the end of a run", .realProcess)
  func trapsWhenCancelled() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for isSecond in [false, true] {
      let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [folder = folder as String] in
        setenv("TMPDIR", folder, 1)
        _ = await ExplorerWatchTests.explorer().explore(
          { world in
            let (numbers, _) = AsyncStream.makeStream(of: Int.self)
            ExplorerWatchTests.build(world) { _ in
              for await _ in numbers {}
              precondition(!Task.isCancelled)
            }
          }, fileID: "Cancelled", line: 7)
      }
      let text = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
      let place = "“effect work”, which is cancelled because its run is over."
      #expect(text.contains("ends its process here: Cancelled:7, in \(place)\nTo replay"), "\(text)")
      // The story is told without that end, which would end the process before it is complete.
      #expect(
        text.contains("Cancelled:7: the process that explored this before ended in \(place)") == isSecond,
        "\(text)")
      #expect(text.contains("starts work") == isSecond, "\(text)")
    }
  }

  /// Explores twice at one place, with a trap in the second.
  private static func exploreTwice(traps: Bool, second: EffectLabel = "work") async {
    for number in 0..<2 {
      _ = await explorer().explore(
        { world in
          build(world, number == 0 ? "work" : second) { _ in
            if traps && number == 1 { precondition(Int("1") == 2) }
          }
        }, fileID: "Twice", line: 7)
    }
  }

  @Test("tells nothing to another exploration at the same place", .realProcess)
  func another() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func end(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [folder = folder as String] in
      setenv("TMPDIR", folder, 1)
      await ExplorerWatchTests.exploreTwice(traps: true)
    }
    #expect(end(ended).contains("in a step of “effect work”"))
    // The first is another one, and so is the second by its names.
    let next = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [folder = folder as String] in
      setenv("TMPDIR", folder, 1)
      await ExplorerWatchTests.exploreTwice(traps: false, second: "other work")
    }
    #expect(!end(next).contains("explored this before"), "\(end(next))")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("tells nothing to an exploration beside the one that ended the process", .realProcess)
  func beside() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = await #expect(processExitsWith: .failure) {
      [folder = folder as String] in
      setenv("TMPDIR", folder, 1)
      let (begun, never) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      async let waiting = ExplorerWatchTests.explorer().explore(
        { world in
          ExplorerWatchTests.build(world) { _ in
            begun.signal()
            never.wait()
          }
        }, fileID: "Beside", line: 1)
      _ = await ExplorerWatchTests.explorer().explore(
        { world in
          ExplorerWatchTests.build(world) { _ in
            begun.wait()
            precondition(Int("1") == 2)
          }
        }, fileID: "Beside", line: 2)
      _ = await waiting
    }
    let next = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [folder = folder as String] in
      setenv("TMPDIR", folder, 1)
      for line in 1...2 {
        _ = await ExplorerWatchTests.explorer().explore(
          { world in ExplorerWatchTests.build(world) { _ in } }, fileID: "Beside", line: line)
      }
    }
    let text = String(decoding: next?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!text.contains("Beside:1: the process") && text.contains("Beside:2: the process"), "\(text)")
  }

  @Test("tells the story of a run in which a rule ended the process, without the rule", .realProcess)
  func rule() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // The same exploration twice: its rule would end the next process in the story.
    for number in 0..<2 {
      let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [folder = folder as String] in
        setenv("TMPDIR", folder, 1)
        _ = await ExplorerWatchTests.explorer().explore(
          { world in
            ExplorerWatchTests.build(world) { _ in }
            world.finally("it is reached") {
              precondition(Int("1") == 2)
              return true
            }
          }, fileID: "Rule", line: 1)
      }
      let text = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        (number == 1)
          == text.contains(
            "Rule:1: the process that explored this before ended in the look at rules and states"), "\(text)")
    }
  }

  @Test("names the effect whose recursion has no end", .realProcess)
  func recursion() async {
    let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await ExplorerWatchTests.explorer().explore { world in
        ExplorerWatchTests.build(world) { send in
          func deeper(_ depth: Int) -> Int { depth < 0 ? 0 : deeper(depth + 1) + 1 }
          await send(deeper(1))
        }
      }
    }
    let text = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("in a step of “effect work”"), "\(text)")
  }

  @Test("has a record that is read as it was written, and removed at its end")
  func record() {
    var record: RunRecord? = RunRecord(place: "Place:1", steps: 10, identity: 5)
    record?.beginRun()
    #expect(record?.position.activity == "the building of the scenario")
    record?.add(.fiber(12), by: "effect é")
    record?.add(.answer(3))
    record?.add(.time, by: "clock")
    #expect(
      record?.position
        == RunPosition(place: "Place:1", identity: 5, phase: .step, fiber: "clock", schedule: "12.a3.t"))
    #expect(record?.position.before?.description == "12.a3")
    record?.set(.looking)
    #expect(record?.position.before?.description == "12.a3.t")
    for _ in 0..<10_000 { record?.add(.fiber(1_000), by: String(repeating: "long ", count: 1_000)) }
    #expect(record?.position.before == nil)
    record = nil
  }

  // MARK: What is outside of control

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @Test("is not waited for where a child task sleeps on a real clock: the task and the clock are named")
  func sleeps() async {
    let exploration = await Self.explorer().explore { world in
      Self.build(world) { send in
        let clock: any Clock<Duration> = ContinuousClock()
        async let slept: Void = clock.sleep(for: .seconds(3_600))
        try await slept
        await send(1)
      }
      world.mayGoOn("work")
    }
    guard case .uncontrolled(let what) = exploration.finding?.problem else {
      return #expect(Bool(false), "\(exploration)")
    }
    #expect(what.contains("effect work” sleeps on the `ContinuousClock`"), "\(what)")
  }
  #endif

  @Test("has a story where effects and work wait for what does not come")
  func waits() async {
    let exploration = await Self.explorer().explore { world in
      Self.build(world) { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
    #expect(exploration.finding?.problem == .leaked(["effect work"]), "\(exploration)")
    #expect(
      "\(exploration)".contains(
        "effect work  waits for a continuation, or in an actor, and nothing in the run"),
      "\(exploration)")
  }

  @Test("is none where a task begins immediately: its steps are those of its effect until it waits")
  func immediate() async {
    let exploration = await Self.explorer().explore { world in
      let server = world.outside("server")
      Self.build(world) { send in
        let task = Task.immediate {
          _ = try await server.call("?", answers: [.success(1), .success(2)])
          await send(1)
        }
        try await task.value
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
