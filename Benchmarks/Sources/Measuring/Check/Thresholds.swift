#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The recorded figures that a check compares a measurement with: one file of `Benchmarks/Thresholds`.
struct Thresholds: Codable, Equatable {
  /// The origin of the figures and factors, for a reader of the file.
  var about: String
  var rows: [Row]

  /// The recorded figures of one row.
  struct Row: Codable, Equatable {
    var row: String
    /// Heap allocations per operation, rounded to 6 decimal places; nil where they could not be counted.
    var allocations: Double?
    /// The accepted distance from the recorded allocations.
    ///
    /// Without it, they must be the same.
    var tolerance: Double?
    /// The reason for ``tolerance``.
    var reason: String?
    var ratios: [Ratio]
  }

  /// The recorded ratio of a row to one of the sides that it is compared with.
  struct Ratio: Codable, Equatable {
    var to: String
    /// The fastest run of the row over the fastest run of that side.
    var ratio: Double
    /// The accepted slowdown: a ratio above `ratio * factor` is a breach.
    var factor: Double
  }

  /// The factor of a ratio that is recorded for the first time.
  static let firstFactor = 1.5

  init(about: String, rows: [Row]) {
    self.about = about
    self.rows = rows
  }

  /// Reads the file at `path`.
  init(path: String) throws(ThresholdsError) {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch { throw .unreadable(path) }
    do { self = try JSONDecoder().decode(Thresholds.self, from: data) } catch {
      throw .malformed(path, "\(error)")
    }
  }

  /// Writes the file at `path`, one row a line, so that a change of one row is a change of one line.
  func write(to path: String) throws(ThresholdsError) {
    do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
      throw .unwritable(path, "\(error)")
    }
  }

  var text: String {
    let lines = rows.map { row in
      var fields = [("row", JSON.text(row.row)), ("allocations", JSON.number(row.allocations, 6))]
      if let tolerance = row.tolerance { fields.append(("tolerance", JSON.number(tolerance, 6))) }
      if let reason = row.reason { fields.append(("reason", JSON.text(reason))) }
      let ratios = row.ratios.map { ratio in
        JSON.object([
          ("to", JSON.text(ratio.to)), ("ratio", JSON.number(ratio.ratio, 4)),
          ("factor", JSON.number(ratio.factor, 3)),
        ])
      }
      fields.append(("ratios", "[\(ratios.joined(separator: ", "))]"))
      return "    " + JSON.object(fields)
    }
    return "{\n  \"about\": \(JSON.text(about)),\n  \"rows\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}\n"
  }
}

/// A file of thresholds that cannot be used.
enum ThresholdsError: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case malformed(String, String)
  case unwritable(String, String)

  var description: String {
    switch self {
    case .unreadable(let path):
      "There is no file of thresholds at `\(path)`; `Scripts/bench --record` measures and writes it."
    case .malformed(let path, let problem):
      "The thresholds in `\(path)` cannot be read (\(problem)); mend the file, or remove it and run "
        + "`Scripts/bench --record`."
    case .unwritable(let path, let problem):
      "The thresholds cannot be written to `\(path)` (\(problem)); see that its folder exists and can be written."
    }
  }
}
