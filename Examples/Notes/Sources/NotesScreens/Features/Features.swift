/// The list of all features of the screen.
///
/// Handlers, updates and the journal are generated from this list, so a feature is in all of them or in none.
enum Features {
  /// The types of the commands.
  static var all: [any ScreenFeature.Type] {
    [
      Open.self, GoBack.self, Move.self, Follow.self,
      BeginSearch.self, TypeInSearch.self, EndSearch.self, SearchFor.self,
      TypeInForm.self, MoveFocus.self, SaveForm.self, DiscardDraft.self,
      Tick.self, Delete.self, UndoDeletion.self, Resolve.self, DismissRefusals.self,
      ChangeOrder.self, HideCompleted.self, UseColour.self,
      TogglePlug.self, TryNow.self, Resize.self, Quit.self,
    ]
  }
}
