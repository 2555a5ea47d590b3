import Foundation

/// Processor time, in seconds.
enum Processor {
  /// The time of this process.
  static var own: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The time of a server and its processes, also of those that have ended; nil where /proc does not say it.
  static func ofServer(_ main: Int) -> Double? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc"),
      let own = fields(main)
    else { return nil }
    var ticks = own[11...14].reduce(0, +)
    for process in names.compactMap(Int.init) {
      if let fields = fields(process), fields[1] == main { ticks += fields[11] + fields[12] }
    }
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The parent of a process.
  static func parent(of process: Int) -> Int? { fields(process)?[1] }

  /// The fields of /proc/N/stat behind the name, as numbers; the first, which is a letter, is 0.
  private static func fields(_ process: Int) -> [Int]? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ").map { Int($0) ?? 0 }
    return fields.count > 15 ? fields : nil
  }
}
