// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public let SIGHUP = Int32()
public let SIGINT = Int32()
public let SIGQUIT = Int32()
public let SIGILL = Int32()
public let SIGTRAP = Int32()
public let SIGABRT = Int32()
public let SIGFPE = Int32()
public let SIGKILL = Int32()
public let SIGBUS = Int32()
public let SIGSEGV = Int32()
public let SIGPIPE = Int32()
public let SIGALRM = Int32()
public let SIGTERM = Int32()
public let SIGSTOP = Int32()
public let SIGTSTP = Int32()
public let SIGCONT = Int32()
public let SIGCHLD = Int32()
public let SIGWINCH = Int32()
public let SIGUSR1 = Int32()
public let SIGUSR2 = Int32()
public let SIGXFSZ = Int32()

public typealias sig_t = @convention(c) (Int32) -> Void
public var SIG_DFL: sig_t? { absent() }
public var SIG_IGN: sig_t { absent() }
public var SIG_ERR: sig_t { absent() }

@discardableResult
public func signal(
  _ signal: Int32, _ handler: (@convention(c) (Int32) -> Void)!
) -> (@convention(c) (Int32) -> Void)! { absent() }
@discardableResult
public func sigaction(
  _ signal: Int32, _ action: UnsafePointer<sigaction>!, _ earlier: UnsafeMutablePointer<sigaction>!
) -> Int32 { absent() }
@discardableResult
public func raise(_ signal: Int32) -> Int32 { absent() }
@discardableResult
public func kill(_ process: pid_t, _ signal: Int32) -> Int32 { absent() }

public let SIG_BLOCK = Int32()
public let SIG_UNBLOCK = Int32()
public let SIG_SETMASK = Int32()

@discardableResult
public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { absent() }
@discardableResult
public func sigfillset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { absent() }
@discardableResult
public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>!, _ signal: Int32) -> Int32 { absent() }
@discardableResult
public func sigdelset(_ set: UnsafeMutablePointer<sigset_t>!, _ signal: Int32) -> Int32 { absent() }
public func sigismember(_ set: UnsafePointer<sigset_t>!, _ signal: Int32) -> Int32 { absent() }
@discardableResult
public func sigpending(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { absent() }
@discardableResult
public func sigwait(
  _ set: UnsafePointer<sigset_t>!, _ signal: UnsafeMutablePointer<Int32>!
) -> Int32 { absent() }
@discardableResult
public func pthread_sigmask(
  _ how: Int32, _ set: UnsafePointer<sigset_t>!, _ earlier: UnsafeMutablePointer<sigset_t>!
) -> Int32 { absent() }
