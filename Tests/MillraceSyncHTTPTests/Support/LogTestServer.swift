import Dispatch
import Foundation
import HTTPFixture
import MillraceSyncHTTP
import RawFixture
import Synchronization

/// A service on a port that the kernel chooses; a client that goes away cancels its request.
func serve(_ service: LogService) throws -> RawServer {
  try RawServer { connection in
    var parser = HTTPFixture.RequestParser()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let running = Mutex<Task<Void, Never>?>(nil)
    let writers = DispatchGroup()
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(connection.descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { break }
      for case .request(let request) in parser.take(buffer[..<count]) {
        writers.enter()
        let task = Task {
          let answer = await service.answer(
            LogRequest(
              method: request.method, target: Array(request.target.utf8),
              headers: request.headers.map { ($0.name, $0.value) }, body: request.body))
          // A thread of its own, because sending can block.
          Thread.detachNewThread {
            connection.send(bytes(answer))
            writers.leave()
          }
        }
        running.withLock { $0 = task }
      }
    }
    running.withLock { $0 }?.cancel()
    writers.wait()
  }
}

private func bytes(_ answer: LogResponse) -> [UInt8] {
  var head = "HTTP/1.1 \(answer.status) Status\r\n"
  for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
  if answer.status != 204 { head += "Content-Length: \(answer.body.count)\r\n" }
  return Array("\(head)\r\n".utf8) + answer.body
}
