import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Something that is shut until it is opened, once and for all.
///
/// A server's thread waits with ``wait()``, a test with ``opened()``.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// A gate that is shut.
  public init() {}

  /// Opens it; threads that wait go on.
  public func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter() }
  }

  /// Blocks the thread until it is open.
  public func wait() {
    let semaphore = DispatchSemaphore(value: 0)
    onOpen { semaphore.signal() }
    semaphore.wait()
  }

  /// Returns when it is open.
  public func opened() async {
    await withCheckedContinuation { continuation in onOpen { continuation.resume() } }
  }

  private func onOpen(_ body: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiters.append(body) }
      return state.isOpen
    }
    if isOpen { body() }
  }
}

/// Runs `body` on a thread of its own.
///
/// A dispatch queue has too few threads for a server whose answers wait for the test.
func startThread(_ body: @escaping @Sendable () -> Void) throws {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  #if canImport(Darwin)
  var thread: pthread_t?
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      // Sound: the thread takes over the reference that is retained for it, exactly once.
      Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }, box.toOpaque())
  #else
  var thread = pthread_t()
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      // Sound: as above.
      if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }, box.toOpaque())
  #endif
  guard code == 0 else {
    box.release()
    throw SocketError(call: "pthread_create", code: code)
  }
}
