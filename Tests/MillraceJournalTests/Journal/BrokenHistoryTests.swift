import Foundation
import Millrace
import MillraceToolkit
import Testing

@testable import MillraceJournal

@Suite("A journal over breaks of the history")
struct BrokenHistoryTests {
  /// Replaces the state for good, as the inspector does.
  @MainActor private func keep(_ titles: [String], _ program: NotesProgram, _ reason: String = "kept") {
    program.notes.replace(Notes(titles: titles))
    FlowInternals(program.flow).breakHistory(reason)
  }

  @Test("a restart restores the kept state and the turns after it, wherever breaks stand")
  @MainActor func restores() async throws {
    // A break is nil, and a turn its title.
    for story: [String?] in [
      ["a", nil, "b"], [nil, "a"], ["a", nil, nil, "b"], ["a", nil], [nil, nil], ["a", nil, "b", nil, "c"],
    ] {
      let folder = try JournalFolder()
      var (expected, last) = (Notes(), UInt64(0))
      do {
        let program = try NotesProgram(folder.journal)
        try program.journal.start()
        for (place, title) in story.enumerated() {
          if let title { program.notes.send(.added(title)) } else { keep(["kept \(place)"], program) }
        }
        (expected, last) = (program.state, program.flow.lastSequence)
        #expect(last == UInt64(story.count))
        try await program.journal.flush()
        #expect(program.errors.isEmpty)
      }
      let next = try NotesProgram(folder.journal)
      try next.journal.start()
      #expect(next.state == expected, "\(story)")
      #expect(next.flow.lastSequence == last)
      #expect(next.errors.isEmpty)
      next.notes.send(.starred)
      #expect(next.flow.lastSequence == last + 1)
      #expect(try next.journal.state(of: next.notes, at: last) == expected)
    }
  }

  @Test("past states before a break are those of the turns, and those after it begin with the kept state")
  @MainActor func past() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("a"))
    program.notes.send(.added("b"))
    keep(["kept"], program, "the state after turn 1 was kept")
    program.notes.send(.added("c"))
    try await program.journal.flush()
    #expect(try program.journal.state(of: program.notes, at: 2).titles == ["a", "b"])
    #expect(try program.journal.state(of: program.notes, at: 3).titles == ["kept"])
    #expect(try program.journal.state(of: program.notes, at: 4).titles == ["kept", "c"])
    #expect(try journalNumbers(folder.journal, "SELECT until FROM gaps") == [3])
  }

  @Test("a break before the start of a journal with turns stops the start with a sentence")
  @MainActor func early() async throws {
    let folder = try JournalFolder()
    do {
      let first = try NotesProgram(folder.journal)
      try first.journal.start()
      first.notes.send(.added("a"))
      try await first.journal.flush()
    }
    let second = try NotesProgram(folder.journal)
    keep(["kept"], second)
    #expect(throws: JournalError.turnsBeforeStart(store: "notes", count: 1)) { try second.journal.start() }
    #expect(second.state.titles == ["kept"])
  }

  @Test("an export, and a journal that was made shorter, restore the kept state and the turns after it")
  @MainActor func exported() async throws {
    for story: [String?] in [["a", nil, "b"], [nil, "a", nil], ["a", nil, nil, "b", "c"]] {
      let folder = try JournalFolder()
      var expected = Notes()
      do {
        let program = try NotesProgram(folder.journal)
        try program.journal.start()
        for (place, title) in story.enumerated() {
          if let title { program.notes.send(.added(title)) } else { keep(["kept \(place)"], program) }
        }
        expected = program.state
        try await program.journal.flush()
        try await program.journal.flushSnapshots()
        try JournalReader(at: folder.journal).exportJournal(to: folder.path + "/lines")
        try await program.journal.compact(keeping: .turns(atLeast: 0))
      }
      try JournalImport.run(from: folder.path + "/lines", to: folder.path + "/imported")
      for path in [folder.journal, folder.path + "/imported"] {
        let next = try NotesProgram(path)
        try next.journal.start()
        #expect(next.state == expected, "\(story) of \(path)")
        #expect(next.flow.lastSequence == UInt64(story.count))
        #expect(next.errors.isEmpty)
      }
    }
  }

  @Test("a break inside a turn does nothing")
  @MainActor func insideTurn() throws {
    let flow = Flow(name: "notes")
    var numbers: [UInt64?] = []
    let store = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
    let token = store.observe(\.starred) { _ in
      numbers.append(FlowInternals(flow).breakHistory("inside"))
    }
    numbers = []
    store.send(.starred)
    #expect(numbers == [nil])
    #expect(flow.lastSequence == 1)
    withExtendedLifetime(token) {}
  }
}
