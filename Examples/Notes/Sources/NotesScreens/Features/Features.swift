public import Aftermath

/// The list of all features of the screen.
///
/// Handlers, updates and the journal are generated from this list, so a feature is in all of them or in none.
enum Features {
  /// The types of the commands, by the names of their events in a recording, which never change.
  static var all: KeyValuePairs<String, any ScreenFeature.Type> {
    [
      "screen-open": Open.self,
      "screen-back": GoBack.self,
      "screen-move": Move.self,
      "screen-follow": Follow.self,
      "screen-search-begin": BeginSearch.self,
      "screen-search-key": TypeInSearch.self,
      "screen-search-end": EndSearch.self,
      "screen-search-for": SearchFor.self,
      "screen-form-key": TypeInForm.self,
      "screen-form-focus": MoveFocus.self,
      "screen-form-save": SaveForm.self,
      "screen-form-discard": DiscardDraft.self,
      "screen-tick": Tick.self,
      "screen-delete": Delete.self,
      "screen-undo": UndoDeletion.self,
      "screen-resolve": Resolve.self,
      "screen-dismiss": DismissRefusals.self,
      "screen-order": ChangeOrder.self,
      "screen-completed": HideCompleted.self,
      "screen-colour": UseColour.self,
      "screen-plug": TogglePlug.self,
      "screen-try": TryNow.self,
      "screen-size": Resize.self,
      "screen-quit": Quit.self,
    ]
  }
}

/// The schemas of the screen in a journal.
public enum ScreenJournal {
  public static var states: RecordSchema<Screen> { RecordSchema("screen") }

  public static var messages: RecordSchema<FoldedEvent> {
    func add(_ feature: (some ScreenFeature).Type, _ name: String, to schema: inout RecordSchema<FoldedEvent>)
    {
      schema = schema.event(feature, name)
    }
    var schema = RecordSchema().fact(Remark.self, "screen-remark")
    for (name, feature) in Features.all { add(feature, name, to: &schema) }
    return schema
  }
}
