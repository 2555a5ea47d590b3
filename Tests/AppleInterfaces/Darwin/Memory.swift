// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public let PROT_READ = Int32()
public let PROT_WRITE = Int32()
public let MAP_SHARED = Int32()
public var MAP_FAILED: UnsafeMutableRawPointer! { absent() }

public func mmap(
  _ address: UnsafeMutableRawPointer!, _ size: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32,
  _ offset: off_t
) -> UnsafeMutableRawPointer! { absent() }
@discardableResult
public func munmap(_ address: UnsafeMutableRawPointer!, _ size: Int) -> Int32 { absent() }
