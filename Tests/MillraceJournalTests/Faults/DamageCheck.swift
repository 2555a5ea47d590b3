import Foundation
import Millrace
import MillraceSQLite
import TestResources
import Testing

@testable import MillraceJournal

/// The check of a journal that was damaged.
struct DamageCheck {
  private let base: DamageBase
  /// Another whose files may be among those of the first; then all may be of that one.
  private let other: DamageBase?
  /// The number of times that the damage was told.
  private(set) var reported = 0
  /// The number of times that it was only said that something cannot be told.
  private(set) var noted = 0
  /// The number of times that nothing was damaged.
  private(set) var dead = 0
  /// The number of times that a part of the turns, or all, could be exported.
  private(set) var salvaged = 0

  init(_ base: DamageBase, _ other: DamageBase? = nil) {
    self.base = base
    self.other = other
  }

  private var bases: [DamageBase] { [base] + (other.map { [$0] } ?? []) }

  /// Damages the files, and looks at what comes of them.
  mutating func run(_ place: String, _ damage: (inout [String: [UInt8]]) -> Void) async throws {
    var files = base.files
    damage(&files)
    let folder = try FaultsFolder()
    try verify(try DamageBase.lay(files, in: folder, as: "verified"), place)
    try salvage(try DamageBase.lay(files, in: folder, as: "salvaged"), folder, place)
    try await open(try DamageBase.lay(files, in: folder, as: "opened"), place)
    try await open(try DamageBase.lay(files, in: folder, as: "shortened"), place, accepting: .lostTurns)
  }

  /// It is told of, or all is as it was.
  private mutating func verify(_ path: String, _ place: String) throws {
    let findings: [JournalFinding]
    do throws(JournalError) { findings = try JournalReader(at: path).verify().findings } catch {
      #expect("\(error)".contains(path), "\(place)")
      reported += 1
      return
    }
    if findings.contains(where: { $0.severity >= .warning }) {
      reported += 1
      return
    }
    if findings.isEmpty { dead += 1 } else { noted += 1 }
    let contents = try DamageContents(path)
    // Where the files of two were mixed, each part may be of either; the end of the events may be missing,
    // and the mark says nothing.
    let isWhole =
      bases.contains { $0.contents.turns == contents.turns }
      && bases.contains { base in
        base.contents.events == contents.events
          || other != nil && contents.events.isSubset(of: base.contents.events)
      }
      && bases.contains { $0.contents.snapshots == contents.snapshots }
      && bases.contains { $0.contents.gaps == contents.gaps }
    #expect(isWhole, "\(place): it is another, and nothing is told: \(difference(contents))")
  }

  private func difference(_ contents: DamageContents) -> String {
    var parts: [String] = []
    if contents.turns != base.contents.turns { parts.append("turns") }
    if contents.events != base.contents.events { parts.append("events") }
    if contents.snapshots != base.contents.snapshots { parts.append("snapshots") }
    if contents.gaps != base.contents.gaps { parts.append("gaps") }
    return parts.joined(separator: ", ")
  }

  /// Checks that an export of what is left is true and can be imported.
  private mutating func salvage(_ path: String, _ folder: FaultsFolder, _ place: String) throws {
    let (export, copy) = (folder.file("export"), folder.file("copy"))
    let isTold: Bool
    do throws(JournalError) {
      let summary = try JournalReader(at: path).exportJournal(
        to: export, options: ExportOptions(salvage: true))
      isTold = !summary.findings.isEmpty
    } catch {
      #expect("\(error)".contains(path), "\(place): \(error)")
      return
    }
    // Where the tables are described wrongly, no reader can tell what the rows were; that much is told.
    if try !JournalSchema.isWhole(JournalReader.open(path)) {
      #expect(isTold, "\(place)")
      return
    }
    do throws(JournalError) { try JournalImport.run(from: export, to: copy) } catch {
      Issue.record("\(place): what was salvaged cannot be imported: \(error)")
      return
    }
    let found = try DamageContents(copy)
    let isTrue = bases.contains { base in
      let known = Dictionary(base.contents.turns.map { ($0.sequence, $0) }, uniquingKeysWith: { $1 })
      return found.turns.allSatisfy { turn in
        // Names that are lost have got others, which is told.
        guard isTold, let original = known[turn.sequence] else { return known[turn.sequence] == turn }
        return turn == original.named(turn.store, turn.kind)
      }
    }
    #expect(isTrue, "\(place): a turn was salvaged that there never was")
    #expect(try !JournalReader(at: copy).verify().isDamaged, "\(place)")
    if !found.turns.isEmpty { salvaged += 1 }
  }

  /// It says why it cannot be written, or goes on with the right state.
  @FaultsActor
  private func open(_ path: String, _ place: String, accepting: LossPolicy = .nothing) throws {
    let program: FaultsProgram
    do {
      program = try FaultsProgram(path, accepting: accepting)
      try program.journal.start()
    } catch let error as JournalError {
      #expect("\(error)".contains(path), "\(place): \(error)")
      return
    }
    let state = program.state
    switch accepting {
    case .nothing:
      let isNew = state == FaultsLedger() && (try? JournalReader(at: path).info().turns) == 0
      #expect(
        bases.contains { $0.state == state } || isNew && place.contains("database"),
        "\(place): it goes on from another state, \(program.errors)")
    case .lostTurns:
      #expect(
        bases.contains { $0.states.contains(state) }, "\(place): it goes on from a state that there never was"
      )
    }
    program.ledger.send(.note(7))
    do { try program.journal.close() } catch { #expect("\(error)".contains(path), "\(place)") }
  }

  func expectAll(reported share: Double) {
    let all = reported + noted + dead
    #expect(Double(reported) > share * Double(all), "\(reported) of \(all) were told")
    #expect(Double(salvaged) > 0.3 * Double(all), "of \(salvaged) of \(all) something was salvaged")
    if testsAreLong {
      print(
        "damage: \(all) cases, \(reported) told, \(noted) noted, \(dead) without effect, \(salvaged) salvaged"
      )
    }
  }
}

extension JournalTurn {
  /// The same with other names.
  fileprivate func named(_ store: String, _ kind: SchemaKind?) -> JournalTurn {
    JournalTurn(
      sequence: sequence, time: time, store: store, kind: kind, message: message, cause: cause,
      isHandled: isHandled, effects: effects)
  }
}
