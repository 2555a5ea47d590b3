public import MillraceTesting

/// A session of lines, played on a front end; time passes only by its `wait`.
///
/// The same session prints the same on every front end.
@MainActor
public final class Session {
  private let stage: any Stage
  private let clock: ManualClock
  private let write: (String) -> Void

  public init(on stage: any Stage, clock: ManualClock, write: @escaping (String) -> Void) {
    self.stage = stage
    self.clock = clock
    self.write = write
  }

  public func play(_ lines: some Sequence<String>) async {
    for line in lines { await play(line) }
  }

  /// Prints a line, and carries it out.
  public func play(_ text: String) async {
    write(text.isEmpty || text.hasPrefix("#") ? text : "> \(text)")
    do {
      if let line = try SessionLine(text) { try await follow(line) }
    } catch {
      write("\(error)")
    }
    await settle()
  }

  private func follow(_ line: SessionLine) async throws {
    switch line {
    case .open(let task): try stage.open(task)
    case .close: try stage.close()
    case .show: for control in stage.controls() { write(control.line) }
    case .press(let name): try stage.press(name)
    case .pressAt(let name, let x, let y, let isMenu): try stage.press(name, x: x, y: y, isMenu: isMenu)
    case .set(let name, let text): try stage.set(name, to: text)
    case .enter(let name): try stage.enter(name)
    case .read(let name):
      guard let text = stage.text(of: name) else { throw StageError.noControl(name) }
      write("\(name): \(text)")
    case .wait(let time): await clock.advance(by: time) { await self.settle() }
    case .picture(let file): try await stage.picture(to: file)
    }
  }

  /// Waits until no effect is under way, each ticker sleeps on the clock, and the front end shows the state.
  private func settle() async {
    do {
      try await clock.waitUntil { stage.isIdle && clock.sleepers.count == stage.tickers }
    } catch {
      write("\(error)")
    }
    await stage.settle()
  }
}
