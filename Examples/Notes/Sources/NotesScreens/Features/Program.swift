import Aftermath

/// A command that adapts the screen to a new size of the terminal.
struct Resize: ScreenFeature {
  typealias Output = Size

  let size: Size

  init(_ size: Size) { self.size = size }

  static var journalName: String { "screen-size" }
  static var keepsNotice: Bool { true }

  @MainActor
  func carryOut(at bench: Bench) -> Size { size }

  static func show(_ size: Size, on screen: inout Screen) { screen.resize(to: size) }
}

/// A command that ends the program; a form's input is kept.
struct Quit: ScreenFeature {
  typealias Output = Done

  static var journalName: String { "screen-quit" }

  @MainActor
  func carryOut(at bench: Bench) -> Done {
    if let form = bench.screen.form { bench.keepDraft(of: form) }
    bench.workplace.quit()
    return Done()
  }

  static func show(_ output: Done, on screen: inout Screen) {}
}
