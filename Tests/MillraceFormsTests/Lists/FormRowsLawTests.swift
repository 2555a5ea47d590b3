import MillraceForms
import TestResources
import Testing

@Suite("Laws of a list in a form") struct FormRowsLawTests {
  @Test("Rows are those of an array, whatever is done to them, and nothing is known of one that has gone")
  func rows() {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: seed)
      var form = OrderForm(random.pick([Order(), .valid]))
      var lines = form.value.lines
      for _ in 0..<40 {
        let message = random.lineMessage()
        form.take(message, checking: ["lines[].product"])
        Self.apply(message, to: &lines)
        #expect(form.value.lines.map(\.id) == lines.map(\.id), "seed \(seed)")
        #expect(form.value.lines == lines, "seed \(seed)")
        #expect(form.isValid == form.issues.isEmpty, "seed \(seed)")
        let names = form.issues.compactMap(\.field).filter { $0.contains("[") }
        #expect(
          names.allSatisfy { name in lines.contains { name.hasPrefix("lines[\($0.id)]") } }, "seed \(seed)")
        let fresh = OrderForm(form.value)
        for id in 1...5 where !lines.contains(where: { $0.id == id }) {
          // A row that comes again begins as in a form that has never had it.
          var (again, other) = (form, fresh)
          again.take(.append(\.lines, Line(id: id)))
          other.take(.append(\.lines, Line(id: id)))
          #expect(
            again[\.lines, id]?.fields.map(\.text) == other[\.lines, id]?.fields.map(\.text), "seed \(seed)")
          #expect(again[\.lines, id]?.fields.contains(where: \.isTouched) == false, "seed \(seed)")
        }
        if let focus = form.focus { #expect(form[focus]?.isActive == true, "seed \(seed)") }
      }
    }
  }

  private static func apply(_ message: OrderMessage, to lines: inout [Line]) {
    for id in 1...5 {
      let index = lines.firstIndex { $0.id == id }
      if let index, message == .remove(\.lines, id) { lines.remove(at: index) }
      for target in -1...5 {
        if let index, message == .move(\.lines, id, to: target) {
          let line = lines.remove(at: index)
          lines.insert(line, at: max(0, min(target, lines.count)))
        }
        if index == nil, message == .insert(\.lines, Line(id: id), at: target) {
          lines.insert(Line(id: id), at: max(0, min(target, lines.count)))
        }
      }
      for product in ["", "tea"]
      where index == nil && message == .append(\.lines, Line(id: id, product: product)) {
        lines.append(Line(id: id, product: product))
      }
      guard let index, index < lines.count, lines[index].id == id, case .type(let name, let text) = message
      else {
        if let index, message == .choose(\.lines, id, \.isGift, true) { lines[index].isGift = true }
        if let index, message == .choose(\.lines, id, \.isGift, false) { lines[index].isGift = false }
        continue
      }
      switch name {
      case "lines[\(id)].product": lines[index].product = text
      case "lines[\(id)].greeting": lines[index].greeting = text
      case "lines[\(id)].amount": lines[index].amount = Int(text.filter { $0 != " " }) ?? lines[index].amount
      default: break
      }
    }
  }

  @Test(
    "A check's complaint is about the present text of a row that is there, in whatever order answers come")
  func staleChecks() {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: seed)
      var form = OrderForm.valid
      var asked: [(field: String, ticket: Int, product: String)] = []
      var inFlight: [String: Int] = [:]
      for _ in 0..<60 {
        if !asked.isEmpty && Bool.random(using: &random) {
          let request = random.pick(asked)
          let outcome: CheckAnswer.Outcome = random.pick([.failed("no \(request.product)"), .passed])
          form.take(.checked(CheckAnswer(field: request.field, ticket: request.ticket, outcome: outcome)))
          if inFlight[request.field] == request.ticket { inFlight[request.field] = nil }
        } else {
          for request in form.take(random.lineMessage(), checking: ["lines[].product"]) {
            switch request {
            case .check(let field, let values, let ticket):
              let row = values.lines.first { field == "lines[\($0.id)].product" }
              asked.append((field, ticket, row?.product ?? "no row"))
              inFlight[field] = ticket
            case .cancelCheck(let field): inFlight[field] = nil
            case .submit, .cancelSubmission, .report: break
            }
          }
        }
        for line in form.value.lines {
          if case .failed(let complaint) = form[\.lines, line.id, \.product]?.check {
            #expect(complaint == "no \(line.product)", "seed \(seed)")
          }
        }
        let pending = form.fields.filter(\.isChecking).map(\.name)
        #expect(Set(pending) == Set(inFlight.keys), "seed \(seed)")
      }
    }
  }

  @Test("A change outside that changes nothing leaves the rows, and twice the same is as once")
  func rebase() {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: seed)
      var form = OrderForm.valid
      for _ in 0..<15 { form.take(random.lineMessage()) }
      let before = form
      form.take(.rebase(onto: form.initial))
      #expect(form.value == before.value && form.issues == before.issues, "seed \(seed)")
      var other = OrderForm.valid
      for _ in 0..<10 { other.take(random.lineMessage()) }
      form.take(.rebase(onto: other.value))
      #expect(form.initial == other.value, "seed \(seed)")
      #expect(Set(form.ids).count == form.ids.count, "seed \(seed)")
      var clean = OrderForm.valid
      clean.take(.rebase(onto: other.value))
      #expect(clean.value == other.value && !clean.isDirty, "seed \(seed)")
      let once = form
      form.take(.rebase(onto: other.value))
      #expect(form == once, "seed \(seed)")
    }
  }
}
