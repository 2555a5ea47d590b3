@MainActor
public enum Catalogue {
  public struct Entry {
    let program: any Program.Type
    @MainActor public var name: String { program.name }
    /// The program's idea in one line.
    @MainActor public var idea: String { program.idea }
  }

  /// The programs, the simplest first.
  public static let entries: [Entry] = [
    Entry(program: CounterProgram.self), Entry(program: StopwatchProgram.self),
    Entry(program: LoginProgram.self), Entry(program: TodoProgram.self), Entry(program: SearchProgram.self),
    Entry(program: LifeProgram.self), Entry(program: UndoProgram.self), Entry(program: LocksProgram.self),
  ]

  public static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// A line for each program.
  public static var listing: String {
    entries.map { entry in
      "\(entry.name)\(String(repeating: " ", count: max(1, 12 - entry.name.count)))\(entry.idea)"
    }.joined(separator: "\n")
  }
}
