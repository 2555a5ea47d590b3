public import Aftermath

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
