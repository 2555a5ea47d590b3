// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// The structures of C that share their name with a function, which Swift accepts of one module only when it
// is C's; and those that they consist of. The order of the fields is Apple's, for the initializers.

public typealias dev_t = Int32
public typealias mode_t = UInt16
public typealias nlink_t = UInt16
public typealias ino_t = UInt64
public typealias uid_t = UInt32
public typealias gid_t = UInt32
public typealias pid_t = Int32
public typealias off_t = Int64
public typealias time_t = Int
public typealias blkcnt_t = Int64
public typealias blksize_t = Int32
public typealias sigset_t = UInt32

@frozen
public struct timespec: Sendable {
  public var tv_sec = time_t()
  public var tv_nsec = Int()

  public init() {}
  public init(tv_sec: time_t, tv_nsec: Int) {}
}

@frozen
public struct stat: Sendable {
  public var st_dev = dev_t()
  public var st_mode = mode_t()
  public var st_nlink = nlink_t()
  public var st_ino = ino_t()
  public var st_uid = uid_t()
  public var st_gid = gid_t()
  public var st_rdev = dev_t()
  public var st_atimespec = timespec()
  public var st_mtimespec = timespec()
  public var st_ctimespec = timespec()
  public var st_birthtimespec = timespec()
  public var st_size = off_t()
  public var st_blocks = blkcnt_t()
  public var st_blksize = blksize_t()
  public var st_flags = UInt32()
  public var st_gen = UInt32()

  public init() {}
}

@frozen
public struct flock: Sendable {
  public var l_start = off_t()
  public var l_len = off_t()
  public var l_pid = pid_t()
  public var l_type = Int16()
  public var l_whence = Int16()

  public init() {}
  public init(l_start: off_t, l_len: off_t, l_pid: pid_t, l_type: Int16, l_whence: Int16) {}
}

@frozen
public struct sigaction {
  public var __sigaction_u: __sigaction_u
  public var sa_mask = sigset_t()
  public var sa_flags = Int32()

  public init() { __sigaction_u = .init() }
  public init(__sigaction_u: __sigaction_u, sa_mask: sigset_t, sa_flags: Int32) {
    self.__sigaction_u = __sigaction_u
  }
}

/// C's union of the two forms of a handler.
@frozen
public struct __sigaction_u {
  public var __sa_handler: (@convention(c) (Int32) -> Void)!

  public init() {}
  public init(__sa_handler: (@convention(c) (Int32) -> Void)!) {}
}
