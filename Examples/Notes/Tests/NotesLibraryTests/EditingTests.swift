import Millrace
import NotesModel
import NotesShelf
import Testing

@testable import NotesLibrary

@Suite("Actions of the user")
struct EditingTests {
  @Test("Without a name nothing is changed, and that is said")
  func nameless() {
    var library = Library()
    let actions: [LibraryMessage] = [.add(note(0, "a")), .edit(note(1, "a")), .delete(id(1))]
    for action in actions { #expect(LibraryUpdater().update(model: &library, message: action).isEmpty) }
    #expect(library.entries.isEmpty && library.refusals.count == 3)
  }

  @Test("A new item is shown under a local id, and gets its number in its place when the log has it")
  func new() {
    var cloud = Cloud("one")
    var device = Device(1, cloud)
    device.tell(.add(note(0, "mine")))
    #expect(device.library.entries.ids.map(\.number) == [1, -1])
    #expect(device.library.outbox == [id(-1)] && device.flaws == [])
    cloud.put(.create(note(0, "theirs")))
    device.pull(cloud)
    #expect(device.title(-1) == "mine" && device.title(2) == "theirs" && device.flaws == [])
    device.sync(&cloud)
    #expect(device.library.entries.ids.map(\.number) == [1, 3, 2])
    #expect(device.library.aliases == [id(-1): id(3)] && device.title(-1) == "mine")
    #expect(device.library.outbox.isEmpty && device.library.creations.isEmpty && device.flaws == [])
  }

  @Test("A new item can be edited, deleted and restored before it has a number")
  func newEdited() {
    var cloud = Cloud()
    var device = Device(1, cloud)
    device.tell(.add(note(0, "mine")))
    device.tell(.edit(note(-1, "mine, too")))
    cloud.put(.create(note(0, "theirs")))
    device.pull(cloud)
    #expect(device.title(-1) == "mine, too" && device.flaws == [])
    device.tell(.delete(id(-1)))
    #expect(device.title(-1) == nil && device.library.outbox == [id(-1)] && device.flaws == [])
    device.tell(.undoDeletion)
    #expect(device.title(-1) == "mine, too" && device.flaws == [])
    device.sync(&cloud)
    #expect(device.title(2) == "mine, too" && device.title(1) == "theirs" && device.flaws == [])
    #expect(cloud.shelf.shelf[id(2)]?.version == 4)
  }

  @Test("Of several changes while offline each is based on the one before")
  func chain() {
    var cloud = Cloud("one")
    var device = Device(1, cloud)
    for title in ["two", "three", "four"] { device.tell(.edit(note(1, title))) }
    #expect(device.pending.count == 3 && device.library.outbox == [id(1)])
    device.sync(&cloud)
    #expect(device.entry(1)?.version == 4 && device.title(1) == "four" && device.flaws == [])
  }

  @Test("What changes nothing asks for nothing")
  func nothing() {
    var device = Device(1, Cloud("one"))
    #expect(device.tell(.edit(note(1, "one"))) == [])
    #expect(device.tell(.delete(id(9))) == [] && device.tell(.undoDeletion) == [])
    #expect(device.tell(.resolve(id(1), keepingMine: true)) == [])
    #expect(device.flaws == [])
  }

  @Test("A deletion is undone under its number")
  func undo() {
    var cloud = Cloud("one")
    var device = Device(1, cloud)
    device.tell(.delete(id(1)))
    #expect(device.entry(1) == nil && device.library.outbox == [id(1)])
    device.sync(&cloud)
    device.tell(.undoDeletion)
    device.sync(&cloud)
    #expect(device.title(1) == "one" && cloud.shelf.shelf[id(1)]?.version == 3 && device.flaws == [])
  }

  @Test("What was edited while another client deleted it is not lost")
  func editedDeleted() {
    var cloud = Cloud("one")
    var device = Device(1, cloud)
    cloud.put(.delete(id(1), if: .present))
    device.pull(cloud)
    device.tell(.edit(note(1, "mine")))
    #expect(device.entry(1)?.state == .conflict(theirs: nil, version: 0) && device.flaws == [])
    device.tell(.resolve(id(1), keepingMine: true))
    device.sync(&cloud)
    #expect(cloud.shelf.shelf[id(1)]?.item.title == "mine" && device.flaws == [])
  }
}
