public import Foundation
import Synchronization

/// A server on this machine that does what a script says, byte by byte, for each connection on a thread of
/// its own.
public final class RawServer: Sendable {
  private struct State {
    var descriptors: Set<Int32> = []
    var isStopped = false
  }

  /// The port, which the kernel has chosen.
  public let port: UInt16
  /// Given with each connection.
  public let begun = Signal()
  /// Given when a script has ended and its connection is closed.
  public let ended = Signal()

  private let listener: Int32
  private let state = Mutex(State())

  /// The address.
  public var url: URL { url("") }

  /// The address of a path.
  public func url(_ path: String) -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
      preconditionFailure("no URL: \(path)")
    }
    return url
  }

  /// Starts a server.
  public init(_ script: @escaping @Sendable (RawConnection) -> Void) throws {
    (listener, port) = try openPort(listens: true)
    Thread.detachNewThread { [self] in listen(script) }
  }

  /// The process of the server is killed: every connection ends at once, and the port has no listener any
  /// more.
  public func kill() {
    state.withLock { state in
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private func listen(_ script: @escaping @Sendable (RawConnection) -> Void) {
    var number = 0
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      // A process that another test starts does not inherit the connection.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var one: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
      #endif
      let isWelcome = state.withLock { state in
        if !state.isStopped { state.descriptors.insert(descriptor) }
        return !state.isStopped
      }
      guard isWelcome else {
        close(descriptor)
        continue
      }
      number += 1
      begun.give()
      let connection = RawConnection(descriptor: descriptor, number: number)
      Thread.detachNewThread { [self] in serve(connection, script) }
    }
    close(listener)
  }

  private func serve(_ connection: RawConnection, _ script: @Sendable (RawConnection) -> Void) {
    script(connection)
    end(connection.descriptor)
  }

  private func end(_ descriptor: Int32) {
    // Under the lock, so that `kill` shuts down no descriptor that has another owner by now.
    state.withLock { state in
      state.descriptors.remove(descriptor)
      close(descriptor)
    }
    ended.give()
  }
}

/// A call of the system that failed.
public struct SocketFailure: Error {
  /// The name of the call.
  public var call: String
}

/// A port of this machine that the kernel chooses.
///
/// Without a listener at it, every connection is refused.
public func openPort(listens: Bool) throws -> (descriptor: Int32, port: UInt16) {
  #if canImport(Darwin)
  let descriptor = socket(AF_INET, SOCK_STREAM, 0)
  #else
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  #endif
  guard descriptor >= 0 else { throw SocketFailure(call: "socket") }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      bind(descriptor, pointer, length) == 0 && (!listens || listen(descriptor, 256) == 0)
        && getsockname(descriptor, pointer, &length) == 0
    }
  }
  guard isOpen else {
    close(descriptor)
    throw SocketFailure(call: "bind")
  }
  return (descriptor, UInt16(bigEndian: address.sin_port))
}
