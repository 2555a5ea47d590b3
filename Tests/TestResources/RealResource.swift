public import Testing

/// A scarce part of the real machine: a test that uses it waits, suspended, until those before have done so.
///
/// ```swift
/// @Test("a killed writer is not in the way", .realProcess)
/// ```
///
/// All tests of a run begin together. Without this, fifty of them would start a process at the same moment,
/// and each would be slow.
public struct RealResource: TestTrait, SuiteTrait, TestScoping {
  /// The queues in which the test has its place already, as by the trait of its suite.
  @TaskLocal private static var held: [ObjectIdentifier] = []

  private let queue: ResourceQueue

  /// Each test of a suite waits for itself.
  public var isRecursive: Bool { true }

  /// Runs the test when its turn has come.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let name = ObjectIdentifier(queue)
    if Self.held.contains(name) { return try await function() }
    await queue.enter()
    do {
      try await Self.$held.withValue(Self.held + [name]) { try await function() }
    } catch {
      await queue.leave()
      throw error
    }
    await queue.leave()
  }

  // The runner keeps a thread of Swift's pool for as long as the process of an exit test runs. On two cores,
  // two processes that wait for what their tests do would keep all the threads that these need.
  fileprivate static let processes = RealResource(queue: ResourceQueue(places: 1))
  fileprivate static let disk = RealResource(queue: ResourceQueue(places: 1))
}

extension Trait where Self == RealResource {
  /// Starts processes of its own; one test does so at a time.
  public static var realProcess: Self { .processes }
  /// Writes so much to the real disk, and waits for it, that others would wait with it; one test does so at a
  /// time.
  public static var realDisk: Self { .disk }
}

/// A queue for some places, first come, first served.
private actor ResourceQueue {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    self.places = places
  }

  func enter() async {
    if places > 0 {
      places -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
