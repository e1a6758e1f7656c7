class Base:
    registry = []

    def __init_subclass__(cls, /, tag='none', **named):
        super().__init_subclass__(**named)
        cls.tag = tag
        Base.registry.append(cls.__name__)

    def who(self):
        return ['Base']


class Left(Base, tag='l'):
    def who(self):
        return ['Left'] + super().who()


class Right(Base):
    def who(self):
        return ['Right'] + super().who()


class Both(Left, Right, tag='b'):
    def who(self):
        return ['Both'] + super().who()


class Positive:
    def __set_name__(self, owner, name):
        self.name = '_' + name

    def __get__(self, instance, owner):
        return self if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError(f'{self.name[1:]} must be positive, not {value}')
        setattr(instance, self.name, value)


class Vector:
    size = Positive()

    def __init__(self, *parts):
        self.parts = parts
        self.size = len(parts)

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self.parts, other.parts))) if isinstance(other, Vector) else NotImplemented

    def __rmul__(self, by):
        return Vector(*(by * part for part in self.parts))

    def __eq__(self, other):
        return self.parts == other.parts

    def __getitem__(self, at):
        return self.parts[at]

    def __len__(self):
        return len(self.parts)

    def __bool__(self):
        return any(self.parts)

    def __contains__(self, value):
        return value in self.parts

    def __call__(self, work):
        return Vector(*map(work, self.parts))

    def __format__(self, form):
        return '<' + ' '.join(format(part, form) for part in self.parts) + '>'

    def __getattr__(self, name):
        if name in 'xyz':
            return self.parts['xyz'.index(name)]
        raise AttributeError(name)

    @classmethod
    def zero(cls, size):
        return cls(*[0] * size)

    @staticmethod
    def axis(n):
        return Vector(*(int(i == n) for i in range(3)))


print(Both().who(), [c.__name__ for c in Both.__mro__], Base.registry, Both.tag, Right.tag)
v = Vector(1, 2, 3)
print(f'{v + 2 * v:.1f}', v == Vector(1, 2, 3), v[1:], len(v), bool(Vector.zero(2)), 2 in v, f'{v(lambda n: n * n)}', v.y, list(v), Vector.axis(1).parts)
for work in (lambda: v + 1, lambda: Vector(), lambda: v.w, lambda: hash(v), lambda: Left().missing, lambda: v[7]):
    try:
        print(work())
    except Exception as fault:
        print(type(fault).__name__, fault)
print(type('Made', (Base,), {'who': lambda self: 'made'})().who(), Base.registry[-1], issubclass(Both, Right), callable(v), vars(Vector(5)))
