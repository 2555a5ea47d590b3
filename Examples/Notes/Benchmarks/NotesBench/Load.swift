import Foundation

/// The results of `wrk`.
struct Load: Hashable {
  /// The number of requests per second.
  var rate: Double
  /// The latency of half of the requests, and of 99 of 100, in milliseconds.
  var median: Double
  var p99: Double
  /// The number of requests with a wrong answer or none.
  var failures: Int

  /// Parses the output of `wrk --latency`; nil if it is malformed.
  init?(report: String) {
    var rate: Double?
    var times: [String: Double] = [:]
    var failures = 0
    for line in report.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first else { continue }
      switch first {
      case "Requests/sec:": rate = words.last.flatMap { Double($0) }
      case "50%", "99%": times[first] = words.last.flatMap(Self.milliseconds)
      case "Non-2xx": failures += words.last.flatMap { Int($0) } ?? 0
      case "Socket":
        failures += words.compactMap { Int($0.filter(\.isNumber)) }.reduce(0, +)
      default: break
      }
    }
    guard let rate, let median = times["50%"], let p99 = times["99%"] else { return nil }
    (self.rate, self.median, self.p99, self.failures) = (rate, median, p99, failures)
  }

  /// Creates the medians of several measurements, each figure by itself.
  init(medianOf loads: [Load]) {
    func middle(_ figure: (Load) -> Double) -> Double { loads.map(figure).sorted()[loads.count / 2] }
    (rate, median, p99) = (middle(\.rate), middle(\.median), middle(\.p99))
    failures = loads.map(\.failures).reduce(0, +)
  }

  /// Parses a time of `wrk`: `125.00us`, `1.23ms`, `2.00s`.
  private static func milliseconds(_ text: String) -> Double? {
    let number = Double(text.prefix { $0.isNumber || $0 == "." })
    switch text.drop(while: { $0.isNumber || $0 == "." }) {
    case "us": return number.map { $0 / 1_000 }
    case "ms": return number
    case "s": return number.map { $0 * 1_000 }
    case "m": return number.map { $0 * 60_000 }
    default: return nil
    }
  }
}

/// A request that is sent repeatedly.
struct Request {
  var path: String
  /// The body of a POST; nil for a request that reads.
  var body: String?
  var connections = 16

  /// Measures a server with this request for some seconds.
  func load(on address: String, seconds: Int, in folder: URL) throws(BenchError) -> Load {
    var arguments = ["-t1", "-c\(connections)", "-d\(seconds)s", "--latency"]
    if let body {
      let script = folder.appending(path: "post.lua")
      let lines = """
        wrk.method = "POST"
        wrk.body = [[\(body)]]
        wrk.headers["Content-Type"] = "application/json"
        """
      do {
        try Data(lines.utf8).write(to: script)
      } catch {
        throw .file(script.path, "\(error.localizedDescription)")
      }
      arguments += ["-s", script.path]
    }
    let report = try Program.output(of: "wrk", arguments + [address + path])
    guard let load = Load(report: report) else { throw .noFigures(report) }
    return load
  }
}
