import Flask
import Foundation

struct FixtureState: Flask.State {
  var counter = 0
  var text = ""
}

/// A program that mixes and ends without a word: its arguments are a folder and the number to put there.
@main
@MainActor
struct ArchiveFixture {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let counter = Int(arguments[2]) else {
      return print("give a folder and a number")
    }
    let flask = Flask(
      archives: FileArchives(directory: URL(fileURLWithPath: arguments[1], isDirectory: true)))
    let app = flask.newSubstance(definedBy: FixtureState.self, named: "app", archive: true)
    print(app.state.counter)
    let owner = Owner()
    flask.reactor(attachedTo: owner, mixing: app).mix(app) {
      $0.prop.counter = counter
      $0.prop.text = String(repeating: "\(counter)", count: 100_000)
    }.andReact()
    // What a program holds to its end, as a view does.
    Self.kept = [flask, app, owner]
  }

  private static var kept: [AnyObject] = []

  private final class Owner {}
}
