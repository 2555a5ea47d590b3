import Millrace
import NotesModel
import NotesShelf
import Testing

@testable import NotesLibrary

@Suite("Changes that come too late")
struct ConflictTests {
  /// A device that has changed a note twice, while another client was first.
  private func late(_ mine: [LibraryMessage], _ theirs: ChangeItem.Action...) -> (Device, Cloud) {
    var cloud = Cloud("one")
    var device = Device(1, cloud)
    for message in mine { device.tell(message) }
    for action in theirs { cloud.put(action) }
    device.sync(&cloud)
    return (device, cloud)
  }

  @Test("Both sides are shown, the newest of this one, and nothing is sent")
  func both() {
    var (device, cloud) = late(
      [.edit(note(1, "mine")), .edit(note(1, "mine, too"))], .replace(note(1, "theirs"), if: .present))
    #expect(device.title(1) == "mine, too" && device.library.conflicts == [id(1)])
    #expect(device.entry(1)?.state == .conflict(theirs: note(1, "theirs"), version: 2))
    // The second edit expects version 2, which is by the other client.
    #expect(cloud.shelf.shelf[id(1)]?.item.title == "theirs" && device.pending.isEmpty)
    #expect(device.tell(.edit(note(1, "mine, three"))) == [] && device.title(1) == "mine, three")
    cloud.put(.replace(note(1, "theirs, too"), if: .present))
    device.sync(&cloud)
    #expect(device.entry(1)?.state == .conflict(theirs: note(1, "theirs, too"), version: 3))
    #expect(device.flaws == [])
    device.tell(.resolve(id(1), keepingMine: true))
    #expect(device.library.conflicts.isEmpty)
    device.sync(&cloud)
    #expect(cloud.shelf.shelf[id(1)]?.item.title == "mine, three" && device.flaws == [])
  }

  @Test("Their side is taken without a command")
  func theirs() {
    var (device, _) = late([.edit(note(1, "mine"))], .replace(note(1, "theirs"), if: .present))
    #expect(device.tell(.resolve(id(1), keepingMine: false)) == [])
    #expect(device.title(1) == "theirs" && device.library.conflicts.isEmpty && device.flaws == [])
  }

  @Test("The same change of two clients is no conflict, and neither is one that becomes the same")
  func same() {
    let (device, _) = late([.edit(note(1, "ours"))], .replace(note(1, "ours"), if: .present))
    #expect(device.library.conflicts.isEmpty && device.title(1) == "ours" && device.flaws == [])
    var (late, cloud) = late([.edit(note(1, "mine"))], .replace(note(1, "theirs"), if: .present))
    cloud.put(.replace(note(1, "mine"), if: .present))
    late.sync(&cloud)
    #expect(late.library.conflicts.isEmpty && late.flaws == [])
    (late, cloud) = self.late([.edit(note(1, "mine"))], .replace(note(1, "theirs"), if: .present))
    late.tell(.edit(note(1, "theirs")))
    #expect(late.library.conflicts.isEmpty && late.flaws == [])
  }

  @Test("What was deleted on one side and changed on the other is a conflict", arguments: [true, false])
  func deleted(isHere: Bool) {
    var (device, cloud) =
      isHere
      ? late([.delete(id(1))], .replace(note(1, "theirs"), if: .present))
      : late([.edit(note(1, "mine"))], .delete(id(1), if: .present))
    #expect(device.library.conflicts == [id(1)] && device.flaws == [])
    #expect(device.entry(1)?.isDeleted == isHere)
    device.tell(.resolve(id(1), keepingMine: true))
    device.sync(&cloud)
    #expect(cloud.shelf.shelf[id(1)]?.item.title == (isHere ? nil : "mine"))
    #expect(device.library.conflicts.isEmpty && device.flaws == [])
  }

  @Test("What both have deleted is gone")
  func bothDeleted() {
    let (device, _) = late([.delete(id(1))], .delete(id(1), if: .present))
    #expect(device.library.conflicts.isEmpty && device.entry(1) == nil && device.flaws == [])
  }

  @Test("A refusal that is told again, as after a crash, changes nothing")
  func again() {
    var (device, cloud) = late([.edit(note(1, "mine"))], .replace(note(1, "theirs"), if: .present))
    let before = device.library
    guard case .change(let command) = cloud.messages[3].message else {
      Issue.record("no command")
      return
    }
    device.tell(.refused(command, id: nil, reason: nil))
    #expect(device.library == before)
    device.tell(.resolve(id(1), keepingMine: true))
    device.sync(&cloud)
    #expect(device.flaws == [])
  }

  @Test("A new item that the server refuses stays, with its reason, and can be sent again")
  func refusedNew() {
    var cloud = Cloud()
    var device = Device(1, cloud)
    device.tell(.add(note(0, "mine")))
    device.refuseFirst("It is too long.")
    #expect(device.library.refusals == [.init(id: id(-1), reason: "It is too long.")])
    #expect(device.library.conflicts == [id(-1)] && device.title(-1) == "mine" && device.flaws == [])
    device.tell(.resolve(id(-1), keepingMine: true))
    #expect(device.library.outbox == [id(-1)] && device.flaws == [])
    device.sync(&cloud)
    #expect(device.title(1) == "mine" && device.library.aliases == [id(-1): id(1)] && device.flaws == [])
  }

  @Test("A refused change is a conflict with what the server has")
  func refusedEdit() {
    var device = Device(1, Cloud("one"))
    device.tell(.edit(note(1, "mine")))
    device.refuseFirst("No.")
    #expect(device.entry(1)?.state == .conflict(theirs: note(1, "one"), version: 1))
    #expect(device.title(1) == "mine" && device.flaws == [])
    for number in 1...20 {
      device.tell(.refused(ChangeItem(.create(note(0, "\(number)"))), id: nil, reason: "No."))
    }
    #expect(device.library.refusals.count == 10)
    device.tell(.dismissRefusals)
    #expect(device.library.refusals.isEmpty)
  }
}
