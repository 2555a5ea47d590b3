#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The kernel's lock.
///
/// It uses the platform's own mutex (`pthread_mutex_t`; on Apple's systems `os_unfair_lock`), not
/// `Synchronization.Mutex`. With more threads than cores, the latter's priority inheritance makes a contended
/// append cost microseconds, and this one tens of nanoseconds. The thread sanitizer sees these calls, so it
/// needs neither annotations nor suppressions.
///
/// The rule that prevents every deadlock: between `lock` and `unlock` values are moved and nothing is called
/// out to, no closure of a user, no continuation, no release of an object that might run a `deinit`.
@usableFromInline
struct PlatformLock: ~Copyable, @unchecked Sendable {
  // Sound: the pointer never changes, and the lock it points to is made for use by several threads. The lock
  // has one owner, so it is destroyed once, when no thread can hold it.
  #if canImport(Darwin)
  private let mutex: UnsafeMutablePointer<os_unfair_lock>
  #else
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  #endif

  init() {
    mutex = .allocate(capacity: 1)
    #if canImport(Darwin)
    mutex.initialize(to: os_unfair_lock())
    #else
    mutex.initialize(to: pthread_mutex_t())
    let result = pthread_mutex_init(mutex, nil)
    precondition(result == 0, "The system has no resources for another lock (error \(result)).")
    #endif
  }

  deinit {
    #if !canImport(Darwin)
    pthread_mutex_destroy(mutex)
    #endif
    mutex.deallocate()
  }

  @usableFromInline
  func lock() {
    #if canImport(Darwin)
    os_unfair_lock_lock(mutex)
    #else
    pthread_mutex_lock(mutex)
    #endif
  }

  @usableFromInline
  func unlock() {
    #if canImport(Darwin)
    os_unfair_lock_unlock(mutex)
    #else
    pthread_mutex_unlock(mutex)
    #endif
  }

  /// Calls `body` while no other thread is between `lock` and `unlock`.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
