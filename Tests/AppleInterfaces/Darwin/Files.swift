// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public let O_RDONLY = Int32()
public let O_WRONLY = Int32()
public let O_RDWR = Int32()
public let O_APPEND = Int32()
public let O_CREAT = Int32()
public let O_EXCL = Int32()
public let O_TRUNC = Int32()
public let O_NONBLOCK = Int32()
public let O_NOFOLLOW = Int32()
public let O_CLOEXEC = Int32()
public let O_DIRECTORY = Int32()
public let O_EVTONLY = Int32()
public let O_SYMLINK = Int32()

public let F_DUPFD = Int32()
public let F_GETFD = Int32()
public let F_SETFD = Int32()
public let F_GETFL = Int32()
public let F_SETFL = Int32()
public let F_GETLK = Int32()
public let F_SETLK = Int32()
public let F_SETLKW = Int32()
public let F_FULLFSYNC = Int32()
public let F_BARRIERFSYNC = Int32()
public let F_GETPATH = Int32()
public let F_NOCACHE = Int32()
public let F_PREALLOCATE = Int32()
public let FD_CLOEXEC = Int32()

public let LOCK_SH = Int32()
public let LOCK_EX = Int32()
public let LOCK_NB = Int32()
public let LOCK_UN = Int32()

public let F_OK = Int32()
public let R_OK = Int32()
public let W_OK = Int32()
public let X_OK = Int32()
public let SEEK_SET = Int32()
public let SEEK_CUR = Int32()
public let SEEK_END = Int32()
public let PATH_MAX = Int32()
public let STDIN_FILENO = Int32()
public let STDOUT_FILENO = Int32()
public let STDERR_FILENO = Int32()

public let S_IFMT = mode_t()
public let S_IFREG = mode_t()
public let S_IFDIR = mode_t()
public let S_IFLNK = mode_t()
public let S_IFIFO = mode_t()
public let S_IFSOCK = mode_t()
public let S_IFCHR = mode_t()
public let S_IFBLK = mode_t()
public let S_IRWXU = mode_t()
public let S_IRWXG = mode_t()
public let S_IRWXO = mode_t()
public let S_IRUSR = mode_t()
public let S_IWUSR = mode_t()
public let S_IXUSR = mode_t()

public let RENAME_SWAP = UInt32()
public let RENAME_EXCL = UInt32()

// Two functions of C take any number of arguments, which Swift does not: these are the forms that Swift has
// of them.

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { absent() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { absent() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { absent() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  absent()
}
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { absent() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { absent() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: UnsafeMutableRawPointer) -> Int32 {
  absent()
}

@discardableResult
public func close(_ descriptor: Int32) -> Int32 { absent() }
@discardableResult
public func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int) -> Int { absent() }
@discardableResult
public func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { absent() }
@discardableResult
public func pread(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int, _ at: off_t) -> Int {
  absent()
}
@discardableResult
public func pwrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ at: off_t) -> Int {
  absent()
}
@discardableResult
public func lseek(_ descriptor: Int32, _ offset: off_t, _ from: Int32) -> off_t { absent() }
@discardableResult
public func fsync(_ descriptor: Int32) -> Int32 { absent() }
@discardableResult
public func ftruncate(_ descriptor: Int32, _ size: off_t) -> Int32 { absent() }
@discardableResult
public func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { absent() }
@discardableResult
public func pipe(_ ends: UnsafeMutablePointer<Int32>!) -> Int32 { absent() }
@discardableResult
public func dup(_ descriptor: Int32) -> Int32 { absent() }
@discardableResult
public func dup2(_ descriptor: Int32, _ other: Int32) -> Int32 { absent() }
@discardableResult
public func isatty(_ descriptor: Int32) -> Int32 { absent() }

@discardableResult
public func stat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!) -> Int32 { absent() }
@discardableResult
public func lstat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!) -> Int32 { absent() }
@discardableResult
public func fstat(_ descriptor: Int32, _ status: UnsafeMutablePointer<stat>!) -> Int32 { absent() }
@discardableResult
public func access(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> Int32 { absent() }
@discardableResult
public func chmod(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { absent() }
@discardableResult
public func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 { absent() }
@discardableResult
public func umask(_ mode: mode_t) -> mode_t { absent() }
@discardableResult
public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { absent() }
@discardableResult
public func mkfifo(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { absent() }
@discardableResult
public func rmdir(_ path: UnsafePointer<CChar>!) -> Int32 { absent() }
@discardableResult
public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { absent() }
@discardableResult
public func link(_ path: UnsafePointer<CChar>!, _ target: UnsafePointer<CChar>!) -> Int32 { absent() }
@discardableResult
public func symlink(_ path: UnsafePointer<CChar>!, _ target: UnsafePointer<CChar>!) -> Int32 { absent() }
@discardableResult
public func rename(_ path: UnsafePointer<CChar>!, _ target: UnsafePointer<CChar>!) -> Int32 { absent() }
@discardableResult
public func renamex_np(
  _ path: UnsafePointer<CChar>!, _ target: UnsafePointer<CChar>!, _ flags: UInt32
) -> Int32 { absent() }
@discardableResult
public func readlink(
  _ path: UnsafePointer<CChar>!, _ target: UnsafeMutablePointer<CChar>!, _ size: Int
) -> Int { absent() }
@discardableResult
public func realpath(
  _ path: UnsafePointer<CChar>!, _ resolved: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! { absent() }
@discardableResult
public func getcwd(_ path: UnsafeMutablePointer<CChar>!, _ size: Int) -> UnsafeMutablePointer<CChar>! {
  absent()
}

public struct DIR {}
public struct dirent {
  public var d_ino = UInt64()
  /// Apple's has room for 1,024 characters.
  public var d_name: (CChar, CChar) = (0, 0)
}

public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { absent() }
public func readdir(_ directory: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { absent() }
@discardableResult
public func closedir(_ directory: UnsafeMutablePointer<DIR>!) -> Int32 { absent() }
