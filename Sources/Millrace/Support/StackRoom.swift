public import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The remaining room on the current thread's stack, for calls that an application can nest to any depth.
@usableFromInline
package enum StackRoom {
  /// The number of bytes that must remain, for the calls at the bottom.
  private static let reserve: UInt = 128 << 10
  /// The distance below an address with enough room within which there is enough room without a check.
  @inlinable static var near: UInt { 64 << 10 }
  /// An address with enough room, last found by any thread: an address close below it is on the same stack.
  @usableFromInline static let known = Atomic<UInt>(0)

  /// A Boolean value that indicates whether too little room is left for deeper calls.
  ///
  /// Cost: usually a load and a comparison.
  @inlinable
  package static var isShort: Bool {
    let here = here
    return isKnown(here) ? false : isShort(at: here)
  }

  /// Returns true if the address is close below one with enough room.
  @inlinable
  @inline(__always)
  static func isKnown(_ here: UInt) -> Bool { known.load(ordering: .relaxed) &- here < near }

  /// An address on the caller's stack.
  @inlinable
  @inline(__always)
  static var here: UInt {
    var mark: UInt8 = 0
    // Sound: the address is not used to read or write, so the stack needs no protection from it, which would
    // cost more than all the rest.
    return _withUnprotectedUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
  }

  @usableFromInline
  static func isShort(at here: UInt) -> Bool {
    let bounds = bounds()
    // An address outside the thread's own stack says nothing about its room.
    guard here >= bounds.low, here - bounds.low < bounds.size else { return false }
    if here - bounds.low < reserve { return true }
    known.store(here, ordering: .relaxed)
    return false
  }

  // MARK: The thread's stack

  /// A number that distinguishes the current thread from all other living ones.
  static var thread: UInt {
    // Sound: the system represents a thread by one word, a number on some platforms and an address on others.
    withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
  }

  private struct Bounds {
    var low: UInt = 0
    var size: UInt = 0
  }

  /// The key under which each thread stores its bounds, because the system may take long to find them.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { bounds in
      // Sound: it is the pointer that was stored below.
      UnsafeMutableRawPointer(bounds)?.assumingMemoryBound(to: Bounds.self).deallocate()
    }
    return key
  }()

  private static func bounds() -> Bounds {
    // Sound: the pointer under this key was stored below.
    if let kept = pthread_getspecific(key) { return kept.assumingMemoryBound(to: Bounds.self).pointee }
    let kept = UnsafeMutablePointer<Bounds>.allocate(capacity: 1)
    kept.initialize(to: find())
    pthread_setspecific(key, kept)
    return kept.pointee
  }

  private static func find() -> Bounds {
    #if canImport(Darwin)
    let size = UInt(pthread_get_stacksize_np(pthread_self()))
    return Bounds(low: UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size: size)
    #else
    // The header declares it for programs in C only. If it is not linked, no stack is ever found to be short.
    typealias Getter = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
    guard let symbol = dlsym(nil, "pthread_getattr_np") else { return Bounds() }
    // Sound: this is the function's type.
    let getAttributes = unsafeBitCast(symbol, to: Getter.self)
    var attributes = pthread_attr_t()
    guard getAttributes(pthread_self(), &attributes) == 0 else { return Bounds() }
    defer { pthread_attr_destroy(&attributes) }
    var low: UnsafeMutableRawPointer?
    var size = 0
    guard pthread_attr_getstack(&attributes, &low, &size) == 0 else { return Bounds() }
    return Bounds(low: UInt(bitPattern: low), size: UInt(size))
    #endif
  }
}

// A send from inside a turn of another flow takes its turn within that one, and so on along a row of flows.
// If the stack is short the message is posted, and its turn comes when those calls are over.
extension Flow {
  /// Returns true if a turn at this depth of the stack is plain and has room.
  ///
  /// Cost: a load and a comparison.
  @inlinable
  @inline(__always)
  func isPlain(at here: UInt) -> Bool { plainRoom &- here < StackRoom.near }

  /// Determines whether a turn at this depth of the stack has room.
  @inlinable
  func hasRoom(at here: UInt) -> Bool {
    if !isPlain && StackRoom.isKnown(here) { return true }
    if StackRoom.isShort(at: here) { return false }
    if isPlain { plainRoom = here }
    return true
  }
}
