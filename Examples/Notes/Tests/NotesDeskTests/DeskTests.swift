import Flask
import NotesLibrary
import NotesModel
import Testing

@testable import NotesDesk

@MainActor
@Suite("A desk")
struct DeskTests {
  private let person = Person()
  private var desk: Desk { person.desk }
  private let milk = Draft(title: "Milk", body: "two bottles")

  @Test("Lists go through all orders, and begin again")
  func orders() {
    var orders = [desk.preferences.state.order]
    for _ in 0..<3 {
      desk.prefer { $0.order = $0.order.next }
      orders.append(desk.preferences.state.order)
    }
    #expect(orders == [.newestFirst, .oldestFirst, .title, .newestFirst])
  }

  @Test("Preferences are as they were set")
  func preferences() {
    desk.prefer { $0.hidesCompleted = true }
    desk.prefer { $0.usesColour = false }
    desk.write(as: 3)
    let state = desk.preferences.state
    #expect(state.hidesCompleted && !state.usesColour && state.userId == 3)
    desk.write(as: -1)
    #expect(desk.preferences.state.userId == -1 && person.sentences.isEmpty)
  }

  @Test("What was typed is there until it is saved or not wanted, and an empty text is no draft")
  func drafts() {
    desk.saveDraft(of: "notes:1", milk)
    desk.saveDraft(of: "new note", Draft(title: "Tea"))
    #expect(desk.draft(of: "notes:1") == milk && desk.drafts.state.names == ["notes:1", "new note"])
    desk.saveDraft(of: "notes:1", Draft(title: ""))
    desk.saveDraft(of: "new note", Draft(title: ""))
    #expect(desk.drafts.state == Drafts())
    desk.saveDraft(of: "notes:1", milk)
    desk.dropDraft(of: "notes:1")
    #expect(desk.draft(of: "notes:1") == nil && desk.drafts.state == Drafts())
  }

  @Test("What changes nothing takes no turn")
  func nothing() {
    desk.saveDraft(of: "notes:1", milk)
    #expect(
      turns {
        desk.saveDraft(of: "notes:1", milk)
        desk.dropDraft(of: "notes:2")
        desk.follow(ItemID(.notes, -1), to: ItemID(.notes, 7))
      } == 0)
    #expect(turns { desk.dropDraft(of: "notes:1") } > 0)
  }

  @Test("While something waits, the last thing that was typed is what counts in the end")
  func waiting() {
    desk.saveDraft(of: "notes:1", milk)
    let lock = desk.flask.lock()
    desk.saveDraft(of: "notes:1", Draft(title: "Tea"))
    desk.saveDraft(of: "notes:1", milk)
    lock.release()
    #expect(desk.draft(of: "notes:1") == milk)
  }

  @Test("A draft and a user go on under the id that the server has given")
  func follow() {
    desk.write(as: -2)
    desk.saveDraft(of: "users:-2", milk)
    desk.saveDraft(of: "notes:3", Draft(title: "Tea"))
    desk.follow(ItemID(.notes, -2), to: ItemID(.notes, 5))
    #expect(desk.preferences.state.userId == -2)
    desk.follow(ItemID(.users, -2), to: ItemID(.users, 9))
    #expect(desk.preferences.state.userId == 9 && desk.drafts.state.names == ["users:9", "notes:3"])
    #expect(desk.draft(of: "users:9") == milk && desk.draft(of: "users:-2") == nil)
  }

  /// So many turns are taken by something.
  private func turns(_ body: () -> Void) -> Int {
    var turns = 0
    let tap = person.flow.tap { _ in turns += 1 }
    body()
    tap.cancel()
    return turns
  }

  /// Returns the ids that so many notes made here have now.
  private func aliases(_ count: Int) -> [ItemID: ItemID] {
    Dictionary(uniqueKeysWithValues: (1...count).map { (ItemID(.notes, -$0), ItemID(.notes, 1_000 + $0)) })
  }

  @Test("Of many ids those are followed that are on the desk, and the others take no turn")
  func followAll() {
    desk.write(as: -2)
    desk.saveDraft(of: "notes:-7", milk)
    desk.saveDraft(of: "notes:3", Draft(title: "Tea"))
    desk.saveDraft(of: "new note", Draft(title: "Bread"))
    desk.saveDraft(of: "todos:-7", Draft(title: "Salt"))
    var aliases = aliases(5_000)
    aliases[ItemID(.notes, 3)] = ItemID(.notes, 4)
    #expect(turns { desk.follow(aliases) } == turns { desk.saveDraft(of: "notes:1", milk) })
    #expect(desk.drafts.state.names == ["notes:1007", "notes:3", "new note", "todos:-7", "notes:1"])
    #expect(desk.draft(of: "notes:1007") == milk && desk.preferences.state.userId == -2)
    #expect(turns { desk.follow(aliases) } == 0 && turns { desk.follow([:]) } == 0)
    aliases[ItemID(.users, -2)] = ItemID(.users, 9)
    desk.follow(aliases)
    #expect(desk.preferences.state.userId == 9 && desk.drafts.state.names.count == 5)
  }

  @Test("Each id is followed by itself, so that one that cannot be used does not keep back the others")
  func followEach() {
    desk.write(as: -2)
    desk.saveDraft(of: "users:-2", milk)
    desk.saveDraft(of: "notes:-1", milk)
    desk.follow([ItemID(.users, -2): ItemID(.users, 0), ItemID(.notes, -1): ItemID(.notes, 5)])
    #expect(desk.drafts.state.names == ["users:-2", "notes:5"] && desk.preferences.state.userId == -2)
    #expect(!person.sentences.isEmpty)
  }

  @Test("Of more drafts than are kept, as another hand may have left them, the last hundred are looked at")
  func followMost() {
    let names = (1...150).map { "notes:-\($0)" }
    desk.flask.reactor(attachedTo: person, mixing: desk.drafts).mix(desk.drafts) { drafts in
      drafts.prop.drafts = Dictionary(uniqueKeysWithValues: names.map { ($0, Draft(title: $0)) })
      drafts.prop.names = names
    }.andReact()
    desk.follow(aliases(150))
    #expect(desk.drafts.state.names == names.prefix(50) + (51...150).map { "notes:\(1_000 + $0)" })
    #expect(desk.draft(of: "notes:1150")?.title == "notes:-150" && desk.draft(of: "notes:1050") == nil)
  }

  @Test("A draft that waits to be kept is followed, too")
  func followWaiting() {
    let lock = desk.flask.lock()
    desk.saveDraft(of: "notes:-1", milk)
    desk.follow([ItemID(.notes, -1): ItemID(.notes, 5)])
    #expect(desk.drafts.state == Drafts())
    lock.release()
    #expect(desk.draft(of: "notes:5") == milk && desk.drafts.state.names == ["notes:5"])
  }

  @Test(
    "Drafts of what no server has numbered are let go of in one turn, and of what there is none in no turn")
  func dropLocal() {
    desk.write(as: -2)
    for name in ["notes:-1", "notes:1", "new note", "todos:-3", "users:-2", "notes:0", "lists:-4", "draft:-"]
    {
      desk.saveDraft(of: name, milk)
    }
    #expect(turns { desk.dropLocalDrafts() } == turns { desk.saveDraft(of: "todos:1", milk) })
    #expect(desk.drafts.state.names == ["notes:1", "new note", "notes:0", "lists:-4", "draft:-", "todos:1"])
    #expect(Set(desk.drafts.state.drafts.keys) == Set(desk.drafts.state.names))
    #expect(turns { desk.dropLocalDrafts() } == 0 && desk.preferences.state.userId == -2)
  }

  @Test("A local draft that waits to be kept is let go of, too")
  func dropWaiting() {
    let lock = desk.flask.lock()
    desk.saveDraft(of: "notes:-1", milk)
    desk.dropLocalDrafts()
    lock.release()
    #expect(desk.drafts.state == Drafts())
  }

  @Test("Of a chain that throws nothing is left, and the person is told why")
  func chain() {
    desk.write(as: -2)
    desk.saveDraft(of: "users:-2", milk)
    let (drafts, preferences) = (desk.drafts.state, desk.preferences.state)
    desk.follow(ItemID(.users, -2), to: ItemID(.users, 0))
    #expect(desk.drafts.state == drafts && desk.preferences.state == preferences)
    #expect(
      person.sentences == [
        "There is no user 0, so the current user stays; name an existing user."
      ])
  }

  @Test("A draft that is too long is not kept, and the one before is")
  func long() {
    desk.saveDraft(of: "notes:1", milk)
    desk.saveDraft(
      of: "notes:1", Draft(title: "é", body: String(repeating: "x", count: Draft.most - 1)))
    #expect(desk.draft(of: "notes:1") == milk)
    #expect(
      person.sentences == [
        """
        The draft of 'notes:1' has 1000001 bytes, but at most 1000000 are saved, so the draft saved before is \
        unchanged; make it shorter.
        """
      ])
    desk.saveDraft(of: "notes:1", Draft(title: "é", body: String(repeating: "x", count: Draft.most - 2)))
    #expect(desk.draft(of: "notes:1")?.title == "é" && person.sentences.count == 1)
  }

  private actor Office {
    func write(_ draft: Draft) -> Draft? {
      let desk = Desk(on: Flow(name: "office"), archives: MemoryArchives()) { _ in }
      desk.saveDraft(of: "new note", draft)
      return desk.draft(of: "new note")
    }
  }

  @Test("It lives where it is made, in any actor")
  func office() async {
    #expect(await Office().write(milk) == milk)
  }

  @Test("What goes wrong elsewhere on the flow goes to those who were there before")
  func others() {
    let store = Store(0, of: String.self, name: "counter", flow: person.flow) { _, _ in .unhandled }
    store.send("What is this?")
    #expect(person.sentences.isEmpty && person.others.count == 1)
    #expect(person.others.first?.contains("counter") == true)
  }
}
