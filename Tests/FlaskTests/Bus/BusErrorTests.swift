import Flask
import Testing

/// The texts of errors: what went wrong, why, and what to do.
struct BusErrorTests {
  private struct Failure: Error, CustomStringConvertible {
    var description: String { "out of paper" }
  }

  private static let errors: [(FlaskError, [String])] = [
    (.propOutsideMix(substance: "app"), ["`prop`", "`app`", "outside of a transaction", "change it inside"]),
    (
      .propInsideChange(substance: "app"),
      ["`prop`", "`app`", "while it was being changed", "are lost", "into a variable first"]
    ),
    (
      .cannotFeed(message: "mix app", context: "flask"),
      ["`mix app`", "`flask`", "is not a record", "Feed a message that a tap has received"]
    ),
    (.stateInsideMix(substance: "app"), ["`state`", "`app`", "inside of a transaction", "read `prop`"]),
    (.reactionIsOver(asked: "key"), ["`key`", "had returned", "query it inside"]),
    (
      .noSubstance(state: "S", owner: "View"),
      ["`View`", "`S`", "none of its substances", "name the substance"]
    ),
    (.notAttached(owner: "View", context: "flask"), ["`View`", "`flask`", "attachReactor(to:mixing:)"]),
    (
      .otherContext(substance: "app", context: "flask"),
      ["`app`", "another context", "`flask`", "left out", "create it in that context"]
    ),
    (
      .notBound(substance: "app", owner: "View", origin: "A.swift:3"),
      ["A.swift:3", "`app`", "`View`", "was aborted", "name the substance"]
    ),
    (
      .chainDropped(origin: "A.swift:3", substances: ["app", "cart"]),
      [
        "A.swift:3", "`app`, `cart`", "without `andReact()` or `andAbort()`", "was aborted",
        "end it with one of them",
      ]
    ),
    (
      .chainIsOver(origin: "A.swift:3", asked: "mix"),
      ["`mix`", "A.swift:3", "has already ended", "begin another"]
    ),
    (.mixFailed(origin: "A.swift:3", error: Failure()), ["A.swift:3", "was aborted", "out of paper"]),
    (
      .mixerNotHeard(mixer: "login", context: "flask", defined: []),
      [
        "`flask`", "`login`", "nothing was changed", "define it in `defineMixers()`",
        "No mixers are defined.",
      ]
    ),
    (
      .noReactions(owner: "View"),
      ["`View` is attached", "does not handle its reactions", "implement `flaskReactions(reaction:)`"]
    ),
    (
      .mixerNotHeard(mixer: "login", context: "flask", defined: ["logout", "load"]),
      ["The defined mixers are `logout`, `load`."]
    ),
    (
      .mixerUnresolved(mixer: "login", substance: "app"),
      ["`login`", "`app`", "without calling `react` or `abort`", "rolled back", "call one of them"]
    ),
    (
      .mixerResolvedTwice(mixer: "login", substance: "app"),
      ["`login`", "`app`", "more than once", "first call counts", "return after"]
    ),
    (
      .lockDropped(lock: "load", context: "flask"),
      ["`load`", "`flask`", "was opened", "released", "Keep the lock"]
    ),
    (
      .notCaptured(substance: "app", asked: "commitState"),
      ["`commitState()`", "`app`", "no state is captured", "call `captureState()` first"]
    ),
    (.nothingToUndo(substance: "app", undoLimit: 0), ["`app`", "keeps no history", "set its `undoLimit`"]),
    (.nothingToUndo(substance: "app", undoLimit: 3), ["`app`", "nothing to undo", "check `canUndo`"]),
    (.nothingToRedo(substance: "app"), ["`app`", "nothing to redo", "check `canRedo`"]),
    (
      .noUndoGroup(substance: "app"),
      ["`endUndoGrouping`", "`app`", "without an open group", "`beginUndoGrouping`"]
    ),
    (
      .sharedArchive(key: "Fx.1.app", substance: "app"),
      ["`app`", "`Fx.1.app`", "neither restored nor saved", "its own name"]
    ),
    (
      .archive(.cannotEncode(key: "Fx.1.app", reason: "no"), substance: "app"),
      ["`app`", "failed", "`Fx.1.app`", "could not be encoded"]
    ),
    (
      .noSuchSubstance(name: "app", context: "flask"),
      ["`app`", "`flask`", "was left out", "before feeding turns"]
    ),
  ]

  @Test("each error says what went wrong, why, and what to do, in sentences", arguments: errors)
  func texts(error: FlaskError, parts: [String]) {
    let text = "\(error)"
    for part in parts {
      // A call in a sentence is written with its brackets or without them.
      #expect(text.contains(part) || text.contains(part.replacing("()", with: "")), "\(text)")
    }
    #expect(!text.contains("\n") && !text.contains("  "))
    #expect(text.hasSuffix(".") || text.hasSuffix("paper"))
  }
}
