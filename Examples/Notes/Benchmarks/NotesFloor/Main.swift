import CMicroHTTPD
import Foundation
import HTTPDaemon

/// GNU libmicrohttpd with its own thread and a constant answer: the floor for the benchmarks of
/// `notes-server`.
@main
struct Main {
  static func main() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    guard let daemon = daemon_start_thread(socket.handOver(), answer) else { throw DaemonError.library }
    defer { MHD_stop_daemon(daemon) }
    print("notes-floor: listening on http://127.0.0.1:\(port)")
    fflush(nil)
    // It ends with its input, or with the program that started it.
    while getchar() != EOF {}
  }
}

/// The server's answer to `GET /notes/1` with the sample data; or this many bytes.
private let text =
  CommandLine.arguments.dropFirst().first.flatMap { Int($0) }.map { String(repeating: "a", count: $0) }
    ?? """
    {"userId":1,"id":1,"title":"Wheel: what the survey found","body":"The floats on the east side are sound. Nine of \
    the forty-eight on the west side are soft to the depth of a thumb.\\n\\nThe shaft is straight to within 4 mm over \
    its length, which nobody expected. The bearings are another matter."}
    """

/// The response, created once and never released.
private nonisolated(unsafe) let response: OpaquePointer? = {
  // Sound: it is created before the first request, and the library may use one for any number of answers.
  let made = Array(text.utf8).withUnsafeBytes {
    MHD_create_response_from_buffer(
      $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
  }
  _ = MHD_add_response_header(made, "Content-Type", "application/json")
  _ = MHD_add_response_header(made, "ETag", "\"1\"")
  return made
}()

private let answer: MHD_AccessHandlerCallback = { context, connection, _, _, _, _, _, pointer in
  // The first call is about the head alone; an answer to that would close the connection.
  if pointer?.pointee == nil {
    pointer?.pointee = UnsafeMutableRawPointer(response)
    return .YES
  }
  return MHD_queue_response(connection, 200, response)
}
