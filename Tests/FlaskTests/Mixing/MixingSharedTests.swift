import Flask
import Testing

@MainActor
@Suite("The shared context")
struct MixingSharedTests {
  /// A substance of the shared context, with mixers of its own.
  private final class Profile: ReactiveSubstance<MixingState, Profile.Mixers> {
    enum Mixers: SubstanceMixer { case mixingProfileRename }

    override func defineMixers() {
      define(mix: .mixingProfileRename) { payload, react, _ in
        self.prop.title = payload?["title"] as? String ?? ""
        react()
      }
    }
  }

  private final class View: FlaskReactor {
    var titles: [String] = []

    func flaskReactions(reaction: FlaskReaction) {
      reaction.on(\MixingState.title) { titles.append($0.newValue()) }
    }
  }

  @Test("is what is called on the type")
  func statics() {
    let app = Flask.newSubstance(definedBy: MixingState.self, named: "mixing.shared")
    #expect(app.flask === Flask.shared)
    #expect(Flask.bus === Flask.shared.bus)
    #expect(Flask.bus.name == "flask")
    let view = View()
    Flask.attachReactor(to: view, mixing: [app])
    Flask.getReactor(attachedTo: view).mix(app) { $0.prop.title = "one" }.andReact()
    Flask.detachReactor(from: view)
    let diary = MixingDiary()
    let reactor = Flask.reactor(attachedTo: diary, mixing: app) { diary, _ in diary.lines.append("handler") }
    reactor.mix(app) { $0.prop.title = "two" }.andReact()
    Flask.detachReactor(from: diary)
    let listed = Flask.reactor(attachedTo: diary, mixing: [app]) { diary, _ in diary.lines.append("listed") }
    listed.mix(app) { $0.prop.title = "three" }.andReact()
    Flask.detachReactor(from: diary)
    #expect(view.titles == ["one"])
    #expect(diary.lines == ["handler", "listed"])
    #expect(app.state.title == "three")
  }

  @Test("is where a substance is made that names none, and global mixers reach it")
  func mixers() {
    let profile = Profile()
    #expect(profile.flask === Flask.shared)
    #expect(profile.name() == "Profile")
    let view = View()
    Flask.attachReactor(to: view, mixing: [profile])
    Flask.substances(reactTo: Profile.Mixers.mixingProfileRename, payload: ["title": "Ada"])
    #expect(view.titles == ["Ada"])
    let lock = Flask.lock()
    Flask.substances(reactTo: Profile.Mixers.mixingProfileRename, payload: ["title": "Bob"])
    #expect(view.titles == ["Ada"])
    #expect(Flask.purgeFluxQueue().map { "\($0)" } == ["mixer mixingProfileRename"])
    #expect(lock.isLocked)
    Flask.removeLocks()
    #expect(!lock.isLocked)
    #expect(view.titles == ["Ada"])
    Flask.lock(withMixer: Profile.Mixers.mixingProfileRename, payload: ["title": "Eve"]).release()
    #expect(view.titles == ["Ada", "Eve"])
    Flask.detachReactor(from: view)
  }
}
