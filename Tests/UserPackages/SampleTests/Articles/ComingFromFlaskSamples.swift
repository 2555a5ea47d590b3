import Flask
import Foundation
import Testing

/// The samples of *Coming from the original*, for Flask.
enum ComingFromFlask {
  struct CounterState: Flask.State {
    enum prop: StateProp { case counter, user }
    var counter = 0
    var user = ""
  }

  enum EnvMixers: SubstanceMixer { case login, logout }

  class CounterSubstance: ReactiveSubstance<CounterState, EnvMixers> {
    override func defineMixers() {
      define(mix: .login) { payload, react, abort in
        guard let user = payload?["user"] as? String else { return abort() }
        self.prop.user = user
        react()
      }
      define(mix: .logout) { payload, react, abort in
        self.prop = CounterState()
        react()
      }
    }
  }

  @MainActor
  enum Subs {
    static let counter = CounterSubstance()
  }

  @MainActor
  class CounterScreen: @MainActor FlaskReactor {
    private(set) var text = ""

    func viewDidLoad() {
      Flask.attachReactor(to: self, mixing: [Subs.counter])
    }

    func tap() {
      Flask.getReactor(attachedTo: self)
        .mix(Subs.counter) { substance in
          substance.prop.counter = substance.prop.counter + 1
        }.andReact()
    }

    func flaskReactions(reaction: FlaskReaction) {
      reaction.on(CounterState.prop.counter) { change in
        text = "\(Subs.counter.state.counter)"
      }
    }
  }

  nonisolated struct OriginalSettings: Decodable {
    var theme: String
    var info: Info

    struct Info: Decodable {
      var dictionary: String
    }

    func settings() throws -> SettingsState {
      let values = try JSONSerialization.jsonObject(with: Data(info.dictionary.utf8))
      let info = try FlaskDictRef(values as? [String: Any] ?? [:])
      return SettingsState(theme: theme, info: info)
    }
  }

  struct SettingsState: Flask.State {
    var theme = "light"
    var info = FlaskDictRef()
  }
}

@MainActor
@Suite("Coming from the original Flask") struct ComingFromFlaskTests {
  typealias EnvMixers = ComingFromFlask.EnvMixers
  typealias Subs = ComingFromFlask.Subs
  typealias OriginalSettings = ComingFromFlask.OriginalSettings
  typealias SettingsState = ComingFromFlask.SettingsState

  /// Returns the state that the original has saved for a substance, or nil if there is none.
  func originalState<S: FlaskState, Old: Decodable>(
    _ type: Old.Type, of substance: Substance<S>, in defaults: UserDefaults = .standard
  ) throws -> Old? {
    guard let data = defaults.data(forKey: substance.archiveKey()),
      let text = String(data: data, encoding: .utf16)
    else { return nil }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("The program of the original does what it did")
  func program() {
    let screen = ComingFromFlask.CounterScreen()
    screen.viewDidLoad()
    screen.tap()
    #expect(screen.text == "1")
    Flask.substances(reactTo: EnvMixers.login, payload: ["user": "Ada"])
    #expect(Subs.counter.state.user == "Ada")
    Flask.substances(reactTo: EnvMixers.logout)
    #expect(screen.text == "0")
    Flask.detachReactor(from: screen)
  }

  @Test("An archive of the original is read, taken over and removed")
  func archive() throws {
    let suite = "flask-original-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let json = #"{"theme":"dark","info":{"dictionary":"{\"a\":{\"b\":[1,true]}}"}}"#
    let saved: Data? = json.data(using: .utf16)
    defaults.set(saved, forKey: "Fx.1.settings")
    let archives = MemoryArchives()
    let flask = Flask(name: "test", archives: archives)

    let settings = flask.newSubstance(definedBy: SettingsState.self, named: "settings", archive: true)
    if let old = try originalState(OriginalSettings.self, of: settings, in: defaults) {
      settings.captureState(newState: try old.settings())
      settings.commitState()
      try settings.archiveNow()
      defaults.removeObject(forKey: settings.archiveKey())
    }
    #expect(settings.state.theme == "dark")
    #expect(settings.state.info == ["a": ["b": [1, true]]])
    #expect(defaults.object(forKey: "Fx.1.settings") == nil)
    #expect(archives.contents.keys.sorted() == ["Fx.1.settings"])
    #expect(try originalState(OriginalSettings.self, of: settings, in: defaults) == nil)
  }
}
