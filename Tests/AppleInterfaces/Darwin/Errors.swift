// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public var errno: Int32 {
  get { absent() }
  set { absent() }
}

public let E2BIG = Int32()
public let EACCES = Int32()
public let EAGAIN = Int32()
public let EBADF = Int32()
public let EBUSY = Int32()
public let ECANCELED = Int32()
public let ECONNREFUSED = Int32()
public let ECONNRESET = Int32()
public let EDEADLK = Int32()
public let EDQUOT = Int32()
public let EEXIST = Int32()
public let EFAULT = Int32()
public let EFBIG = Int32()
public let EINTR = Int32()
public let EINVAL = Int32()
public let EIO = Int32()
public let EISDIR = Int32()
public let ELOOP = Int32()
public let EMFILE = Int32()
public let EMLINK = Int32()
public let ENAMETOOLONG = Int32()
public let ENETDOWN = Int32()
public let ENETUNREACH = Int32()
public let EHOSTUNREACH = Int32()
public let ENFILE = Int32()
public let ENODEV = Int32()
public let ENOENT = Int32()
public let ENOLCK = Int32()
public let ENOMEM = Int32()
public let ENOSPC = Int32()
public let ENOSYS = Int32()
public let ENOTCONN = Int32()
public let ENOTDIR = Int32()
public let ENOTEMPTY = Int32()
public let ENOTSUP = Int32()
public let ENOTTY = Int32()
public let ENXIO = Int32()
public let EOPNOTSUPP = Int32()
public let EOVERFLOW = Int32()
public let EPERM = Int32()
public let EPIPE = Int32()
public let ERANGE = Int32()
public let EROFS = Int32()
public let ESPIPE = Int32()
public let ESRCH = Int32()
public let ETIMEDOUT = Int32()
public let EWOULDBLOCK = Int32()
public let EXDEV = Int32()

public func strerror(_ code: Int32) -> UnsafeMutablePointer<CChar>! { absent() }
@discardableResult
public func strerror_r(_ code: Int32, _ text: UnsafeMutablePointer<CChar>!, _ size: Int) -> Int32 { absent() }
