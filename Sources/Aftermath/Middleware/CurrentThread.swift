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
