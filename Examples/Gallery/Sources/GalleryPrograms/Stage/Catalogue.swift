/// All programs of the gallery.
@MainActor
public enum Catalogue {
  /// A program, as the list of all of them has it.
  public struct Entry {
    let program: any Program.Type
    /// The word by which it is called.
    @MainActor public var name: String { program.name }
    /// What it shows, in one line.
    @MainActor public var idea: String { program.idea }
  }

  /// The programs, the simplest first.
  public static let entries: [Entry] = [
    Entry(program: CounterProgram.self), Entry(program: StopwatchProgram.self),
    Entry(program: LoginProgram.self), Entry(program: TodoProgram.self), Entry(program: SearchProgram.self),
    Entry(program: LifeProgram.self), Entry(program: UndoProgram.self), Entry(program: LocksProgram.self),
  ]

  /// The program that is called so; nil if there is none.
  public static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// A line for each program.
  public static var listing: String {
    entries.map { entry in
      "\(entry.name)\(String(repeating: " ", count: max(1, 12 - entry.name.count)))\(entry.idea)"
    }.joined(separator: "\n")
  }
}
