import Millrace
import NotesModel
import NotesShelf
import Testing

@testable import NotesLibrary

@Suite("Which server it is")
struct GreetingTests {
  @Test("What was written before the first greeting goes to the first server")
  func first() {
    var library = Library()
    let updater = LibraryUpdater()
    _ = updater.update(model: &library, message: .named(client: "c"))
    #expect(updater.update(model: &library, message: .add(note(0, "early"))).count == 1)
    _ = updater.update(model: &library, message: .connected(Greeting(id: "s", sequence: 4)))
    #expect(library.server == "s" && library.link == .catchingUp)
    _ = updater.update(model: &library, message: .caughtUp)
    #expect(library.link == .current)
  }

  @Test("Another server is not taken while there are data: nothing is changed, and a sentence says why")
  func foreign() {
    var device = Device(1, Cloud("one"))
    device.tell(.disconnected)
    var expected = device.library
    let other = Greeting(id: "other", sequence: 0)
    #expect(device.library.isForeign(other))
    device.tell(.connected(other))
    expected.link = .foreign(
      """
      The data here belong to another server, so nothing is sent to this one or taken from it; connect to the other \
      server again, or begin with a new database.
      """)
    #expect(device.library == expected)
    device.tell(.caughtUp)
    #expect(device.library == expected)
    device.tell(.connected(Greeting(id: "s", sequence: 1)))
    #expect(device.library.link == .catchingUp)
  }

  @Test("Another server is taken when there is nothing to be mixed up")
  func empty() {
    var cloud = Cloud("one")
    var device = Device(1, cloud)
    device.tell(.delete(id(1)))
    device.sync(&cloud)
    device.tell(.disconnected)
    device.tell(.connected(Greeting(id: "other", sequence: 0)))
    #expect(device.library.server == "other" && device.library.link == .catchingUp)
    #expect(device.tell(.undoDeletion) == [], "the deletion was one of the other server")
  }

  @Test("What a log that was set back has lost is left to the user; what it has is taken")
  func setBack() {
    var cloud = Cloud("kept", "changed later", "old")
    let early = cloud
    var device = Device(1, cloud)
    cloud.put(.replace(note(2, "change"), if: .present))
    cloud.put(.create(note(0, "made later")))
    device.pull(cloud)
    cloud = early
    cloud.put(.replace(note(3, "new"), if: .present))
    device.startOver(cloud)
    #expect(device.entry(1)?.state == .shared && device.title(3) == "new")
    #expect(device.entry(2)?.state == .conflict(theirs: note(2, "changed later"), version: 1))
    #expect(device.entry(4)?.state == .conflict(theirs: nil, version: 0))
    #expect(device.title(2) == "change" && device.title(4) == "made later" && device.flaws == [])
    for number in [2, 4] { device.tell(.resolve(id(number), keepingMine: true)) }
    device.sync(&cloud)
    #expect(cloud.shelf.shelf[id(2)]?.item.title == "change")
    #expect(cloud.shelf.shelf[id(4)]?.item.title == "made later" && device.flaws == [])
  }
}
