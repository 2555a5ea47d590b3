import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Returns a number that no other living thread has; never 0.
@usableFromInline
func currentThread() -> UInt {
  // A number with glibc, an address on other systems.
  #if canImport(Glibc) && !canImport(Darwin)
  UInt(pthread_self())
  #else
  UInt(bitPattern: pthread_self())
  #endif
}

/// Returns true on the thread that began the process, which runs the main actor.
///
/// What runs there has the main actor's isolation: its jobs run on this thread alone, one after another. The
/// exception is a process whose `main` is asynchronous on Linux, where the thread is parked for ever once the
/// jobs run on others.
@usableFromInline
func isMainThread() -> Bool {
  #if canImport(Darwin)
  pthread_main_np() != 0
  #else
  let thread = currentThread()
  let known = mainThread.load(ordering: .relaxed)
  if known != 0 { return known == thread }
  if threadNumber() != getpid() { return false }
  mainThread.store(thread, ordering: .relaxed)
  return true
  #endif
}

#if !canImport(Darwin)
/// The number of the main thread; 0 until it has asked.
private let mainThread = Atomic<UInt>(0)

// Sound: the C library's function takes nothing and returns a `pid_t`; Swift's module of the library omits it.
@_silgen_name("gettid")
private func threadNumber() -> pid_t
#endif
