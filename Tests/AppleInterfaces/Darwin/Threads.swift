// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

@frozen
public struct os_unfair_lock_s: Sendable {
  public init() {}
}
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { absent() }
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { absent() }
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { absent() }
public func os_unfair_lock_assert_owner(_ lock: UnsafePointer<os_unfair_lock_s>) { absent() }

@frozen
public struct _opaque_pthread_t {}
@frozen
public struct _opaque_pthread_attr_t {
  public init() {}
}
@frozen
public struct _opaque_pthread_mutex_t {
  public init() {}
}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt
public typealias pthread_attr_t = _opaque_pthread_attr_t
public typealias pthread_mutex_t = _opaque_pthread_mutex_t

public func pthread_self() -> pthread_t { absent() }
public func pthread_main_np() -> Int32 { absent() }
@discardableResult
public func pthread_equal(_ thread: pthread_t?, _ other: pthread_t?) -> Int32 { absent() }
public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer { absent() }
public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { absent() }
@discardableResult
public func pthread_threadid_np(_ thread: pthread_t?, _ id: UnsafeMutablePointer<UInt64>?) -> Int32 {
  absent()
}
@discardableResult
public func pthread_setname_np(_ name: UnsafePointer<CChar>) -> Int32 { absent() }
@discardableResult
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { absent() }
@discardableResult
public func pthread_join(
  _ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { absent() }
@discardableResult
public func pthread_detach(_ thread: pthread_t) -> Int32 { absent() }
@discardableResult
public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>, _ end: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { absent() }
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { absent() }
@discardableResult
public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 { absent() }
@discardableResult
public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { absent() }
@discardableResult
public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { absent() }
@discardableResult
public func pthread_attr_setstacksize(
  _ attributes: UnsafeMutablePointer<pthread_attr_t>, _ size: Int
) -> Int32 { absent() }
