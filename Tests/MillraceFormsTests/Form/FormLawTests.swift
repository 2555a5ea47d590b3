import MillraceForms
import TestResources
import Testing

@Suite("Laws of a form")
struct FormLawTests {
  @Test("A form is dirty exactly if a field differs from its initial value or has a text that is none")
  func dirty() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var form = SignUpForm(random.pick([SignUp(), .valid]))
      for _ in 0..<30 {
        form.take(random.message())
        let initial = SignUpForm(form.initial)
        for field in SignUp.form.fields {
          guard let now = form[field.name], let then = initial[field.name] else { continue }
          var plain = form
          plain.take(.leave(field.name))
          // A field that was left shows the text of its value, unless the text is none.
          #expect(now.isDirty == (plain[field.name]?.text != then.text), "seed \(seed), \(field.name)")
        }
        #expect(
          form.isDirty == SignUp.form.fields.contains { form[$0.name]?.isDirty == true }, "seed \(seed)")
      }
    }
  }

  @Test("Complaints depend on values and texts only, not on the way to them")
  func validation() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var form = SignUpForm(SignUp())
      for _ in 0..<20 { form.take(random.message()) }
      var direct = SignUpForm(form.initial)
      direct.take(.choose(\.newsletter, form.value.newsletter))
      for field in SignUp.form.fields.shuffled(using: &random) where field.name != "newsletter" {
        direct.take(.type(field: field.name, text: form[field.name]?.text ?? ""))
      }
      #expect(direct.issues == form.issues, "seed \(seed)")
      #expect(direct.isValid == form.isValid && form.isValid == form.issues.isEmpty, "seed \(seed)")
      #expect(direct.isDirty == form.isDirty, "seed \(seed)")
    }
  }

  @Test("A text that was set is read, and of two texts the last counts")
  func texts() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var form = SignUpForm(SignUp())
      for _ in 0..<20 {
        form.take(random.message())
        let (first, second) = (random.edit(), random.edit())
        guard case .type(let field, let text) = first, case .type(let other, _) = second else { continue }
        var once = form
        form.take(first)
        #expect(form[field]?.text == text, "seed \(seed)")
        var again = form
        again.take(first)
        #expect(again == form, "seed \(seed)")
        if other == field {
          let (start, afterFirst) = (once.value, form.value)
          once.take(second)
          form.take(second)
          #expect(form[field]?.text == once[field]?.text, "seed \(seed)")
          // A text that is no value leaves the one before.
          let isReadable = form.value == once.value
          #expect(isReadable || (form.value == afterFirst && once.value == start), "seed \(seed)")
        }
      }
    }
  }

  @Test("Whatever was done, resetting gives the initial values, clean and without complaints")
  func reset() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var form = SignUpForm(SignUp())
      for _ in 0..<20 { form.take(random.message(), checking: ["name"]) }
      let initial = form.initial
      form.take(.reset)
      #expect(form.value == initial && form.initial == initial && !form.isDirty, "seed \(seed)")
      #expect(form.fields.allSatisfy { $0.issue == nil && !$0.isTouched && $0.check == nil }, "seed \(seed)")
      #expect(form.phase == .editing && form.shownIssues.isEmpty, "seed \(seed)")
    }
  }

  @Test(
    "After a change of the initial values a clean field has the new one, and a text for the same value stays")
  func rebase() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      var form = SignUpForm(SignUp())
      for _ in 0..<20 { form.take(random.message(), checking: ["name"]) }
      var other = SignUpForm(random.pick([SignUp(), .valid]))
      for _ in 0..<5 { other.take(random.edit()) }
      let new = other.value
      let before = form
      form.take(.rebase(onto: new))
      #expect(form.initial == new, "seed \(seed)")
      for field in SignUp.form.fields {
        let (then, now, fresh) = (before[field.name], form[field.name], SignUpForm(new)[field.name])
        let isSame = SignUpForm(before.value)[field.name]?.text == fresh?.text
        #expect(
          now?.text == (then?.isDirty == true || isSame ? then?.text : fresh?.text),
          "seed \(seed), \(field.name)")
      }
      let once = form
      form.take(.rebase(onto: new))
      #expect(form == once, "seed \(seed)")
    }
  }

  @Test("A complaint of a check is about the present value, however late and in whatever order answers come")
  func staleChecks() {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: seed)
      var form = SignUpForm(SignUp())
      var asked: [(ticket: Int, name: String)] = []
      for _ in 0..<40 {
        if !asked.isEmpty && Bool.random(using: &random) {
          let request = random.pick(asked)
          let outcome: CheckAnswer.Outcome = random.pick([.failed("\(request.name) is taken."), .passed])
          form.take(.checked(CheckAnswer(field: "name", ticket: request.ticket, outcome: outcome)))
        } else {
          for case .check(_, let values, let ticket) in form.take(random.message(), checking: ["name"]) {
            asked.append((ticket, values.name))
          }
        }
        if case .failed(let complaint) = form[\.name].check {
          #expect(complaint == "\(form.value.name) is taken.", "seed \(seed)")
        }
      }
    }
  }

  @Test("At most one submission is in flight, each is of valid values, and its answer counts once")
  func submissions() {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: seed)
      var form = SignUpForm(.valid)
      var inFlight: Set<Int> = []
      var tickets: [Int] = []
      for _ in 0..<60 {
        if !tickets.isEmpty && Int.random(in: 0..<3, using: &random) == 0 {
          let ticket = random.pick(tickets)
          let before = form
          let outcome: SubmissionAnswer.Outcome = random.pick([.accepted, .rejected([FormIssue("No.")])])
          form.take(.submitted(SubmissionAnswer(ticket: ticket, outcome: outcome)))
          if inFlight.remove(ticket) == nil { #expect(form == before, "seed \(seed)") }
        } else {
          var waiting = [random.message()]
          while let message = waiting.popLast() {
            let wasValid = form.isValid
            for request in form.take(message, checking: ["name"]) {
              switch request {
              case .submit(let values, let ticket):
                #expect(
                  values == form.value && form.isValid && (wasValid || message != .submit), "seed \(seed)")
                inFlight.insert(ticket)
                tickets.append(ticket)
              case .cancelSubmission: inFlight.removeAll()
              case .check(_, _, let ticket):
                if Bool.random(using: &random) {
                  waiting.append(.checked(CheckAnswer(field: "name", ticket: ticket, outcome: .passed)))
                }
              case .cancelCheck, .report: break
              }
            }
          }
        }
        #expect(inFlight.count <= 1, "seed \(seed)")
        #expect((form.phase == .submitting) == !inFlight.isEmpty, "seed \(seed)")
      }
    }
  }
}
