import Foundation

/// The server under load, alternating with the bare HTTP library and a constant answer.
struct ServerBench {
  let folder: URL
  let sample: String
  /// The duration of a load and the number of its repetitions; the result is the median.
  let seconds: Int
  let rounds: Int

  func run() throws(BenchError) -> [Figure] {
    let server = try Program(
      server: "notes-server",
      ["--data", folder.appending(path: "server").path, "--port", "0", "--import", sample])
    defer { server.end() }
    let floor = try Program(server: "notes-floor", [])
    defer { floor.end() }

    let note = Request(path: "/notes/1")
    let page = Request(path: "/notes?limit=20")
    let post = Request(
      path: "/notes", body: #"{"userId": 1, "title": "Measured", "body": "Written under load."}"#)
    var figures: [Figure] = []
    figures += try compare("notes-read", note, of: server, with: note, of: floor, goal: 1.5)
    let bytes = try Program.output(of: "curl", ["-sf", server.address + page.path]).utf8.count
    let longer = try Program(server: "notes-floor", ["\(bytes)"])
    defer { longer.end() }
    figures += try compare("notes-page", page, of: server, with: note, of: longer, goal: 1.5)
    figures += try compare("notes-write", post, of: server, with: note, of: floor)
    return figures
  }

  private func compare(
    _ row: String, _ request: Request, of server: Program, with constant: Request, of floor: Program,
    goal: Double? = nil
  ) throws(BenchError) -> [Figure] {
    var loads: (server: [Load], floor: [Load]) = ([], [])
    for _ in 0..<rounds {
      loads.floor.append(try constant.load(on: floor.address, seconds: seconds, in: folder))
      loads.server.append(try request.load(on: server.address, seconds: seconds, in: folder))
    }
    let (ours, least) = (Load(medianOf: loads.server), Load(medianOf: loads.floor))
    if ours.failures > 0 { throw .failures(row, ours.failures) }
    let constant = "libmicrohttpd, a constant"
    return [
      Figure(
        row: row, value: ours.rate, unit: "requests/s",
        floor: (constant, least.rate, least.rate / ours.rate), goal: goal),
      Figure(
        row: row + "-p99", value: ours.p99, unit: "ms", floor: (constant, least.p99, ours.p99 / least.p99)),
    ]
  }
}

enum Sample {
  /// A body of about the length of a note of the sample data.
  static let body =
    "The floats on the east side are sound. Nine of the forty-eight on the west side are soft to the depth of a thumb."
}
