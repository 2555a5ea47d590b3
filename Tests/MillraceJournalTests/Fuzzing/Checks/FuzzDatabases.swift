@testable import MillraceJournal

/// The laws of a journal's file, in which anything may be damaged.
enum FuzzDatabases {
  static func check(_ bytes: [UInt8]) throws {
    let folder = try FuzzFolder()
    try folder.write(bytes, to: "journal")
    guard let reader = try? JournalReader(at: folder("journal")) else { return }
    look(at: reader)
    guard let report = try? reader.verify() else { return }
    let isExported = (try? reader.exportJournal(to: folder("export"))) != nil
    if !report.isDamaged {
      try FuzzFinding.unless(isExported, "A journal without flaws cannot be exported.")
    }
    if isExported { try FuzzExports.checkValidity(of: "export", in: folder) }
    let salvage = ExportOptions(snapshots: .all, salvage: true)
    if (try? reader.exportJournal(to: folder("salvaged"), options: salvage)) != nil {
      try FuzzExports.checkValidity(of: "salvaged", in: folder)
      try FuzzExports.checkImport(of: "salvaged", in: folder)
    }
  }

  /// Whatever is asked, the answer is one or an error.
  private static func look(at reader: JournalReader) {
    let info = try? reader.info()
    for order in JournalOrder.allCases { try? reader.turns(order: order).forEach { _ in } }
    for store in info?.stores.prefix(2) ?? [] {
      try? reader.turns(store: store.store).forEach { _ in }
    }
    for number in [0, 1, info?.last ?? 2, .max] {
      _ = try? reader.turn(number)
      _ = try? reader.events(after: number)
    }
    for snapshot in (try? reader.snapshots())?.prefix(4) ?? [] {
      _ = try? reader.snapshot(of: snapshot.store, at: snapshot.sequence)
    }
    _ = try? reader.tasks()
    _ = try? reader.tasks(.open)
    _ = try? reader.gaps()
  }
}
