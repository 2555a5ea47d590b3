import Testing

@testable import ResourceServer

@Suite("The server's replies")
struct ReplyTests {
  private func replies(to lines: [(String, String, String)]) -> [String] {
    var shelves = Shelves()
    return lines.map { method, path, body in
      let reply = shelves.reply(to: .init(method: method, path: path, body: Array(body.utf8)))
      return "\(reply.status) \(String(decoding: reply.body, as: UTF8.self))"
    }
  }

  @Test("list, show, add, change and delete")
  func everything() {
    let title = #"{"title":"Water"}"#
    #expect(
      replies(to: [
        ("POST", "/todos", title), ("PATCH", "/todos/3", #"{"isDone":true}"#), ("GET", "/todos/3", ""),
        ("DELETE", "/todos/1", ""), ("DELETE", "/todos/2", ""), ("GET", "/todos", ""),
        ("DELETE", "/todos/3", ""), ("GET", "/todos/", ""), ("POST", "/todos", title),
      ]) == [
        #"201 {"id":3,"isDone":false,"title":"Water"}"#, #"200 {"id":3,"isDone":true,"title":"Water"}"#,
        #"200 {"id":3,"isDone":true,"title":"Water"}"#, "204 ", "204 ",
        #"200 [{"id":3,"isDone":true,"title":"Water"}]"#, "204 ", "200 []",
        #"201 {"id":4,"isDone":false,"title":"Water"}"#,
      ])
  }

  @Test(
    "refuse with a status and a sentence",
    arguments: [
      ("GET", "/", "", #"404 {"error":"There is nothing here."}"#),
      ("GET", "/books/1/2", "", #"404 {"error":"There is nothing here."}"#),
      ("GET", "/books/one", "", #"404 {"error":"An id is a number."}"#),
      ("GET", "/books/9", "", #"404 {"error":"There is no book 9."}"#),
      ("PATCH", "/books/9", "{}", #"404 {"error":"There is no book 9."}"#),
      ("DELETE", "/books/9", "", #"404 {"error":"There is no book 9."}"#),
      ("PUT", "/books/1", "{}", #"405 {"error":"One can be asked for, changed and deleted."}"#),
      ("DELETE", "/books", "", #"405 {"error":"A list can be asked for, and added to."}"#),
      ("POST", "/books", "{", #"400 {"error":"Fields are wanted, as JSON."}"#),
      ("POST", "/books", #"{"title":[]}"#, #"400 {"error":"Fields are wanted, as JSON."}"#),
      ("POST", "/books", "{}", #"422 {"error":"A book needs a title."}"#),
      ("POST", "/books", #"{"title":""}"#, #"422 {"error":"A book needs a title."}"#),
      ("POST", "/books", #"{"title":1}"#, #"422 {"error":"A book has no such 'title'."}"#),
      ("PATCH", "/books/1", #"{"id":7}"#, #"422 {"error":"A book has no such 'id'."}"#),
      ("PATCH", "/todos/1", #"{"isDone":1}"#, #"422 {"error":"A todo has no such 'isDone'."}"#),
      (
        "PATCH", "/books/1", #"{"title":"Middlemarch"}"#,
        #"409 {"error":"That is the title of book 2 already."}"#
      ),
    ])
  func refusals(method: String, path: String, body: String, reply: String) {
    #expect(replies(to: [(method, path, body)]) == [reply])
  }

  @Test("let a book keep its title, and leave nothing changed when they refuse")
  func unchanged() {
    let book = #"{"author":"Jane Austen","id":1,"title":"Emma"}"#
    #expect(
      replies(to: [
        ("PATCH", "/books/1", #"{"title":"Emma"}"#),
        ("PATCH", "/books/1", #"{"author":"Nobody","title":"Villette"}"#), ("GET", "/books/1", ""),
      ]) == ["200 \(book)", #"409 {"error":"That is the title of book 3 already."}"#, "200 \(book)"])
  }
}
