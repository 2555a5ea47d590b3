@testable import MillraceCoding
@testable import MillraceJournal

/// The laws of exports.
enum FuzzExports {
  static func check(_ bytes: [UInt8]) throws {
    let folder = try FuzzFolder()
    try folder.write(bytes, to: "export")
    if (try? JournalImport.validate(folder("export"))) != nil {
      return try checkImport(of: "export", in: folder)
    }
    // An input seldom has the right checksum: so many lines as are right are given one.
    guard let whole = completed(bytes) else { return }
    try folder.write(whole, to: "whole")
    try checkImport(of: "whole", in: folder)
  }

  /// Checks that an export is valid.
  static func checkValidity(of name: String, in folder: FuzzFolder) throws {
    do { try JournalImport.validate(folder(name)) } catch {
      let text = String(decoding: try folder.read(name).prefix(20_000), as: UTF8.self)
      throw FuzzFinding("An export is refused: \(error)\n\(text)")
    }
  }

  /// Checks that a valid file can be imported, gives a journal without flaws, and comes out of it as it is.
  static func checkImport(of name: String, in folder: FuzzFolder) throws {
    let (once, twice) = ("\(name)-once", "\(name)-twice")
    try FuzzFinding.mustNotFail("Importing a valid export") {
      try JournalImport.run(from: folder(name), to: folder("\(once).journal"))
      let reader = try JournalReader(at: folder("\(once).journal"))
      let report = try reader.verify()
      let damage = report.findings.filter { $0.severity == .damage }
      try FuzzFinding.unless(damage.isEmpty, "An import gives a damaged journal: \(damage)")
      try reader.exportJournal(to: folder(once), options: ExportOptions(snapshots: .all))
    }
    try FuzzFinding.mustNotFail("Importing an export of what was imported") {
      try JournalImport.run(from: folder(once), to: folder("\(twice).journal"))
      try JournalReader(at: folder("\(twice).journal"))
        .exportJournal(to: folder(twice), options: ExportOptions(snapshots: .all))
    }
    try FuzzFinding.unless(
      folder.read(once) == folder.read(twice), "Export, import and export give another export.")
  }

  /// The lines up to the first that is refused, with a last line that is right; nil when there are none.
  private static func completed(_ bytes: [UInt8]) -> [UInt8]? {
    var check = ImportCheck()
    var whole: [UInt8] = []
    var (lines, checksum): (Int64, UInt64) = (0, 0)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard (try? check.take(ByteSource(Array(line)))) != nil, !check.rules.isComplete else { break }
      whole += line + [UInt8(ascii: "\n")]
      checksum = Checksum64.of(Array(line), seed: checksum)
      lines += 1
    }
    guard lines > 0 else { return nil }
    let counts = check.rules.summary
    let end = """
      {"end":\(lines),"turns":\(counts.turns),"events":\(counts.events),"snapshots":\(counts.snapshots),\
      "tasks":\(counts.tasks),"gaps":\(counts.gaps),"checksum":"\(ExportLine.digits(checksum))"}

      """
    return whole + Array(end.utf8)
  }
}
