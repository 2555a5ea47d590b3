import Millrace
import Synchronization
import TestResources

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An isolation of its own for one test.
actor ConcurrencyHome {
  /// Runs `body` inside of the isolation, which is then the home of what it makes.
  func run<Result: Sendable>(
    _ body: @Sendable (isolated ConcurrencyHome) async throws -> Result
  ) async rethrows -> Result {
    try await body(self)
  }
}

/// The amount of work of a test: much of it where it costs seconds only.
enum ConcurrencyScale {
  /// True if the code is optimised and not watched by the thread sanitizer.
  static var isFast: Bool {
    #if DEBUG || MILLRACE_THREAD_SANITIZER
    false
    #else
    true
    #endif
  }

  /// `many` where that is asked for or costs little, `few` under the thread sanitizer, `some` otherwise.
  static func pick(_ many: Int, some: Int, few: Int) -> Int {
    #if MILLRACE_THREAD_SANITIZER
    few
    #else
    testsAreLong || isFast ? many : some
    #endif
  }
}

/// Moves a value to where the compiler cannot see that it is moved and not shared.
struct ConcurrencyParcel<Value>: @unchecked Sendable {
  // Sound: the thread that packs the value keeps no copy, and only one thread unpacks it.
  private final class Box {
    var value: Value?
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  init(_ value: Value) {
    box = Box(value)
  }

  /// Takes the value out; nil the second time.
  func unpack() -> Value? {
    box.value.take()
  }
}

/// A live driver that knows when the work of effects has ended.
struct ConcurrencyDriver: Driver {
  private let ends: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init() {
    (ends, end) = AsyncStream.makeStream()
  }

  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    DriverHandle(
      Task.detached { [end] in
        await operation()
        if job.purpose == .effect { end.yield() }
      })
  }

  /// Returns when the work of `count` more effects has ended, whether it ran or was cancelled before.
  func ended(_ count: Int) async {
    var left = count
    if left == 0 { return }
    for await _ in ends {
      left -= 1
      if left == 0 { return }
    }
  }
}

/// Runs `body` on threads of the system, none of them from a pool, and returns when all have run it.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
  await withCheckedContinuation { continuation in
    let crowd = ConcurrencyCrowd(count: count, body: body) { continuation.resume() }
    for thread in 0..<count { crowd.start(thread) }
  }
}

private final class ConcurrencyCrowd: Sendable {
  private let body: @Sendable (Int) -> Void
  private let done: @Sendable () -> Void
  private let working: Atomic<Int>

  init(count: Int, body: @escaping @Sendable (Int) -> Void, done: @escaping @Sendable () -> Void) {
    self.body = body
    self.done = done
    working = Atomic(count)
  }

  private func work(_ thread: Int) {
    body(thread)
    if working.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done() }
  }

  func start(_ number: Int) {
    let body = Unmanaged.passRetained(ConcurrencyThreadBody { [self] in work(number) }).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    let error = pthread_create(&thread, nil, { ConcurrencyThreadBody.run($0) }, body)
    if error == 0, let thread { pthread_detach(thread) }
    #else
    var thread = pthread_t()
    let error = pthread_create(&thread, nil, { $0.flatMap { ConcurrencyThreadBody.run($0) } }, body)
    if error == 0 { pthread_detach(thread) }
    #endif
    precondition(error == 0, "The system refused to start a thread (error \(error)).")
  }
}

/// The work of one thread.
private final class ConcurrencyThreadBody {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  static func run(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // Sound: the thread takes over the reference that was retained for it, exactly once.
    Unmanaged<ConcurrencyThreadBody>.fromOpaque(body).takeRetainedValue().body()
    return nil
  }
}
