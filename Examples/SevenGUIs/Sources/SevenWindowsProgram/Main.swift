import Foundation
import Millrace
import MillraceTesting
import SevenSession
import SevenTasks
import SevenWindows
import Widgets

/// The seven tasks on GTK 4.
@main
@MainActor
struct Main {
  static let usage = """
    Usage: seven-gtk [task] [--session FILE]

    The seven tasks of the 7GUIs benchmark in windows: a list of them, and the one that is named.

      --session FILE  play the lines of a file on the windows, print what they show, and end
      --idle          open all windows, and count how often the loop wakes in a second in which nothing happens
    """

  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.isHelp { return print(usage) }
      // Names are kept for who reads them; a session does, without a bus for assistive technology.
      if options.session != nil { setenv("GTK_A11Y", "test", 1) }
      guard MainLoop.start() else { throw OptionError.noDisplay }
      if let session = options.session {
        try play(session)
      } else if options.isIdleCheck {
        checkIdle()
      } else {
        let windows = SevenWindows(environment: StoreEnvironment()) { MainLoop.quit() }
        if let task = options.task { try windows.open(task) }
        MainLoop.run()
      }
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
      exit(2)
    }
  }

  /// Ends with status 1 if the loop wakes without a reason.
  private static func checkIdle() {
    let windows = SevenWindows(environment: .session(ManualClock())) { MainLoop.quit() }
    Task {
      for task in SevenTask.allCases { try windows.open(task) }
      // The windows appear, and are drawn, for as long as that takes on this machine.
      var count = 0
      var before = clock()
      for _ in 0..<30 {
        before = clock()
        count = await MainLoop.wakeUps(in: .seconds(1))
        if count <= 10 { break }
      }
      let milliseconds = Int(clock() - before) * 1_000 / Int(CLOCKS_PER_SEC)
      print("The loop woke \(count) times in a second, and used the processor for \(milliseconds) ms.")
      exit(count <= 10 ? 0 : 1)
    }
    MainLoop.run()
  }

  private static func play(_ file: String) throws {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let clock = ManualClock()
    let windows = SevenWindows(environment: .session(clock)) { MainLoop.quit() }
    let session = Session(on: windows, clock: clock) { print($0) }
    Task {
      await windows.settle()
      await session.play(lines.last == "" ? lines.dropLast().map(String.init) : lines.map(String.init))
      windows.end()
      await MainLoop.idle()
      MainLoop.quit()
    }
    MainLoop.run()
  }
}
