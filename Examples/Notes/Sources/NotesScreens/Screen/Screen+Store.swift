import Aftermath

extension Screen {
  /// Creates a store that begins with this screen, and is folded from the events of an engine's commands.
  ///
  /// - Throws: `Failure` when the engine has another home.
  @MainActor
  func store(on engine: Engine) throws(Failure) -> Millrace.Store<Screen, FoldedEvent> {
    try engine.store(self, name: "screen") { fold in
      for (_, feature) in Features.all { fold.take(feature) }
      fold.on(Remark.self) { $0.notice = $1.notice }
    }
  }
}
